"""What games are made of: cards, commands, positions, computer players. They know no screen."""
