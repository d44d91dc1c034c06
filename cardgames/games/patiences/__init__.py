"""Patiences that are declared by their piles alone: a module for each game or family."""
