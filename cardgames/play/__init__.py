"""A game in progress: its session, the language typed, scripts, and what lasts between games."""
