"""Playing in text: the loop, what the screen shows, and how lines are read at it."""
