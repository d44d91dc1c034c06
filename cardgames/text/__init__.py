"""Play in text: what a game supplies, the loop that plays it, its commands, and the coach."""
