"""The terminal: its keyboard, the line editor, the consoles, and the look of cards."""
