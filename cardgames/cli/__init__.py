"""The command line: commands, options and settings; it also makes the text player of a game."""
