"""The diary: one file of all games that a person played, and the figures computed from it."""
