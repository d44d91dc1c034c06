"""Card games, played by typed commands in a terminal."""

__version__ = "1.0"
