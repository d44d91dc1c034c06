"""Many deals played by a computer player, and the report on their results."""
