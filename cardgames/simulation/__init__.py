"""Many deals played by a computer player, and the report of their results."""
