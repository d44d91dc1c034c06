"""The parts of games: cards, commands, positions, computer players. None of them uses a screen."""
