"""Canfield, the patience also called Demon."""
