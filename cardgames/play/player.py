"""The one who plays a session by commands: the moves of its game, and what every game can do."""

from typing import Any, Final

from cardgames.model.arguments import Number
from cardgames.model.commands import Commands, command
from cardgames.model.deal import SEEDS
from cardgames.model.game import Move, seat_and_words
from cardgames.play.session import Session

COUNT: Final = Number("N", 1, 999_999, optional=True)
SEED: Final = Number("SEED", *SEEDS, what="seed", optional=True)


class Player:
    """Plays a session by commands: the moves of its game, and what every game can do."""

    def __init__(self, session: Session) -> None:
        """Play SESSION."""
        self.session = session
        self.commands = Commands(type(session.game), type(self))

    @property
    def game(self) -> Any:
        """The position now, of the type that the player is made for."""
        return self.session.game

    def do(self, line: str) -> None:
        """Carry out the command typed in LINE; raises CardGameError, and then changes nothing."""
        if seat_and_words(line)[0]:
            self.make(self.game.parse(line))
            return
        found, arguments = self.commands.parse(line)
        if found.name in self.game.commands.all:
            self.make(Move(found.name, arguments))
        else:
            getattr(self, found.method)(*arguments)

    def make(self, move: Move) -> None:
        """Make MOVE; raises IllegalMove."""
        self.session.make(move)

    @command("u", COUNT)
    def undo(self, n: int = 1) -> None:
        """Take back the last move, or the last N moves."""
        self.session.undo(n)

    @command("r", COUNT)
    def redo(self, n: int = 1) -> None:
        """Make a move again that was taken back, or N moves."""
        self.session.redo(n)

    @command("re")
    def restart(self) -> None:
        """Go back to the deal and begin again; redo makes the moves again."""
        self.session.restart()

    @command("ne", SEED)
    def new(self, seed: int | None = None) -> None:
        """Deal a new game: the next one, or the one with number SEED."""
        self.session.new(seed)
