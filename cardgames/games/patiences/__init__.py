"""Patiences that are declared by their piles alone: a module for each game or family.

The source of each game is the page of Wikipedia with its name.
"""
