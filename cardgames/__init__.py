"""Card games for the terminal, and for programs in Python.

    >>> import cardgames
    >>> position = cardgames.deal("klondike", seed=42, draw=1)
    >>> [str(move) for move in position.legal_moves()]
    ['card', 'tabfnd 1', 'tabfnd 6', 'tabtab 1 7']
    >>> position.after("tabfnd 6").score()
    -47

The functions are `deal`, `read`, `board`, `playout`, `simulate`, `arena`, `solve`, `hint`, `review`
and `load`; `help(cardgames.deal)` explains the first. A position is a value: it never changes. Its
methods are in `help(cardgames.Game)`, and each game has a class, such as `cardgames.FreeCell`. A
`Match` is a game in progress. The shell command `cardgames help python` shows a page about all of
this.

The parts of the program. Each folder uses only folders below it in this list.

    library.py    what a program in Python uses: the names in OFFERED; other names may change
    match.py      the class Match: a game as an object, dealt, played, kept and loaded
    __main__.py   the start of the program, and the signals that end it
    main.py       the shell command: it runs a game, or a command in cli/; the standard streams
    cli/          the other shell commands, options, settings, the menu, and the start of a game
    diary/        the record of games played: its file, keeping games, figures and their page
    simulation/   many deals that computers play, the report on them, and the sum of reports
    games/        the list of games, and a folder for each: rules, computers, text player
    hand/         the hand on the screen: what arrows and the mouse point at
    text/         playing in text: the loop, the commands, the screen and the keyboard
    play/         a game in progress: its session, typed language, scripts and review
    seats/        players from outside, such as programs, and the messages that they get
    patience/     the kit of patiences: kinds of piles, positions, searches, advice
    model/        the parts of games: cards, commands, positions, computer players

The folder `help` has no code; it has the topics that `cardgames help` shows.
"""

__version__ = "3.0"

# fmt: off
OFFERED = (
    "deal", "read", "board", "playout", "simulate", "arena", "solve", "hint", "review", "load",
    "Match", "Game", "Move", "Card", "Rank", "Suit", "DECK", "BACK", "Outcome", "Advice", "Playout",
    "Simulation", "Arena", "Solution", "Verdict", "Board", "Report",
    "CardGameError", "IllegalMove", "InvalidCommand", "ScriptError", "PartError",
)
# fmt: on


def __getattr__(name: str) -> object:
    """Load the library, or the class of a game, when a name from it is first used.

    The types of all names are in `__init__.pyi`, which `make accept` writes.
    """
    if name in OFFERED:
        from cardgames import library

        globals().update({each: getattr(library, each) for each in OFFERED})
        return globals()[name]
    if name == "__all__" or name[:1].isupper():
        from cardgames.games import GAMES, model

        classes = {game.model: game.name for game in GAMES}
        if name == "__all__":
            return (*OFFERED, *classes)
        if name in classes:
            return globals().setdefault(name, model(classes[name]))
    raise AttributeError(f"module 'cardgames' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names of this module, including those that are not loaded yet."""
    return sorted({*globals(), *__getattr__("__all__")})  # type: ignore[misc]
