"""A game in progress: the session, its script, and the one who plays it by commands."""
