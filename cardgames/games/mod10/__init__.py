"""Mod10, a patience that resembles the one called 10-20-30."""
