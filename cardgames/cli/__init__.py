"""The command line: its options, and who sits down to play."""
