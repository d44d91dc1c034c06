"""Patiences: the kit of piles, the positions made of it, searches, and what advises people."""
