"""Klondike, the best known patience."""
