"""Many deals played by a computer player, and their results."""
