"""Mod10, a patience close to 10-20-30."""
