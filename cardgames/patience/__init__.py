"""Patiences: the kinds of piles, the positions made of piles, searches, and advice for people."""
