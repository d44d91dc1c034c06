"""What games are made of: cards, commands, positions, computer players. It knows no screen."""
