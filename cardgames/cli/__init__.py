"""The command line: its options, and the player that it starts."""
