"""Card games, played by typed commands in a terminal.

The map of the house; a folder uses only folders below it.

    main.py       the commands of the shell: picks a game and the kind of player
    cli/          options, settings, the menu, help, simulations, streams, who sits down to play
    stats/        what was played: the figures of many results, and the page that shows them
    simulation/   many deals by computer: playing them, counting, the report, adding up parts
    games/        the list of games, and a folder for each: rules, computers, text player
    text/         playing in text: the table on the screen, the keyboard, the commands
    play/         a game in progress: session, turns, the language typed; journals and results
    model/        what games are made of: cards, commands, positions, computer players

The folder `help` holds no code: its texts are the topics that `cardgames help` shows.
"""

__version__ = "1.3"
