"""Many deals played by computer, and what came out of them."""
