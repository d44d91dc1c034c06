"""The hand on the screen: arrows and the mouse, which type the same commands as a person."""
