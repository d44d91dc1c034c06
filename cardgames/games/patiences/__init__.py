"""Patiences that are declared by their piles alone: a module for each game or family.

The source of each game is the Wikipedia page with the name of the game.
"""
