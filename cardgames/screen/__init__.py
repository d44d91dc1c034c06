"""What a person has in front: the keyboard, the line editor, consoles, and the look of cards."""
