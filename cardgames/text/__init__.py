"""Playing in text: the loop, the commands, the texts on the screen, and reading typed lines."""
