"""A game in progress: its session, typed lines, scripts and records."""
