"""Slap."""
