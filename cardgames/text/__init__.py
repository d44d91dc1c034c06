"""Playing in text: what a game gives, the loop that plays it, its commands, and the coach."""
