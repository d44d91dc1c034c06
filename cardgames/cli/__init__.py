"""The command line: commands, options and settings, and the making of a text player."""
