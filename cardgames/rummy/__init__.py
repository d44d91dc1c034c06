"""Rummy."""
