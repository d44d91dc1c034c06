"""Who decides at a seat: a function, a program, and what they learn of the game."""
