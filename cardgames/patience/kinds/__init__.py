"""The kinds of piles of patiences; each class is one kind, with its rules and its words."""
