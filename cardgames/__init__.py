"""Card games, played by typed commands in a terminal.

The parts of the program. Each folder uses only folders below it in this list.

    __main__.py   the start of the program, and the signals that end it
    main.py       the shell command: picks a game, or one of the commands in cli/
    cli/          the other shell commands, options, settings, the menu, standard streams
    stats/        figures of the games played, and the page that shows them
    simulation/   deals played by computers in bulk: counting them, the report, adding up parts
    games/        the list of games, and a folder for each: rules, computers, text player
    text/         playing in text: the loop, the commands, the screen and the keyboard
    play/         a game in progress: its session, typed language and scripts; saved games, results
    model/        the parts of games: cards, commands, positions, computer players

The folder `help` holds no code, but the topics that `cardgames help` shows.
"""

__version__ = "1.7"
