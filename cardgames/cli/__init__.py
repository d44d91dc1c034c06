"""The command line: its commands, options and settings, and the players that it seats."""
