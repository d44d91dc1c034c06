"""The state spaces of patiences that are played off, taken off or shifted."""
