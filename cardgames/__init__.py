"""Card games, played by typed commands in a terminal, or by programs in Python.

    >>> import cardgames
    >>> position = cardgames.deal("klondike", seed=42, draw=1)
    >>> [str(move) for move in position.legal_moves()]
    ['card', 'tabfnd 1', 'tabfnd 6', 'tabtab 1 7']
    >>> position.after("tabfnd 6").score()
    -47

The functions are `deal`, `read`, `board`, `playout`, `simulate`, `solve`, `hint` and `review`;
`help(cardgames.deal)` explains the first. A position is a value: it never changes. Its methods are
in `help(cardgames.Game)`. The shell command `cardgames help python` shows a page about all of this.

The parts of the program. Each folder uses only folders below it in this list.

    library.py    what a program in Python uses: the names in `__all__`; other names may change
    __main__.py   the start of the program, and the signals that end it
    main.py       the shell command: picks a game, or one of the commands in cli/
    cli/          the other shell commands, options, settings, the menu, standard streams
    diary/        the record of games played: its file, keeping games, figures and their page
    simulation/   deals played by computers in bulk, the report on them, and adding up reports
    games/        the list of games, and a folder for each: rules, computers, text player
    text/         playing in text: the loop, the commands, the screen and the keyboard
    play/         a game in progress: its session, typed language, scripts and review
    patience/     the kit of patiences: kinds of piles, positions, searches, advice
    model/        the parts of games: cards, commands, positions, computer players

The folder `help` holds no code, but the topics that `cardgames help` shows.
"""

__version__ = "2.0"

# fmt: off
__all__ = (
    "deal", "read", "board", "playout", "simulate", "solve", "hint", "review",
    "Game", "Canfield", "Clock", "Klondike", "Mod10", "Rummy", "Slap",
    "Move", "Card", "Rank", "Suit", "DECK", "BACK", "Outcome", "Advice", "Playout",
    "Simulation", "Solution", "Verdict", "Board", "Report",
    "CardGameError", "IllegalMove", "InvalidCommand",
)
# fmt: on

TYPE_CHECKING = False  # type checkers assume True; the program itself need not load `typing`
if TYPE_CHECKING:
    from cardgames.games.canfield.game import Canfield
    from cardgames.games.clock.game import Clock
    from cardgames.games.klondike.game import Klondike
    from cardgames.games.mod10.game import Mod10
    from cardgames.games.rummy.game import Rummy
    from cardgames.games.slap.game import Slap
    from cardgames.library import Board, board, deal, hint, playout, read, review, simulate, solve
    from cardgames.model.cards import BACK, DECK, Card, Rank, Suit
    from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand
    from cardgames.model.game import Advice, Game, Move, Outcome
    from cardgames.model.strategy import Playout
    from cardgames.patience.search import Solution, Verdict
    from cardgames.simulation.report import Simulation
    from cardgames.text.coach import Report
else:

    def __getattr__(name: str) -> object:
        """Load the library when one of its names is first used."""
        if name not in __all__:
            raise AttributeError(f"module 'cardgames' has no attribute {name!r}")
        from cardgames import library

        globals().update({each: getattr(library, each) for each in __all__})
        return globals()[name]

    def __dir__() -> list[str]:
        """Return the names of this module, also those that are not loaded yet."""
        return sorted({*globals(), *__all__})
