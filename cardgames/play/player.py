"""The one who plays a session by commands: the moves of its game, and what every game can do."""

from typing import Any, ClassVar, Final

from cardgames.model.arguments import Number
from cardgames.model.commands import Command, Commands, command
from cardgames.model.dates import Day, SeedOrDay
from cardgames.model.deal import SEEDS
from cardgames.model.game import Move, seat_and_words
from cardgames.play.language import Dialect, Language, commands_in
from cardgames.play.seats import Seats
from cardgames.play.session import Session

COUNT: Final = Number("N", 1, 999_999, optional=True)
SEED: Final = SeedOrDay("SEED", *SEEDS, optional=True)


class Player:
    """Plays a session by commands: the moves of its game, and what every game can do."""

    dialect: ClassVar[Dialect] = Dialect()
    """The short ways of the game."""

    def __init__(self, session: Session) -> None:
        """Play SESSION."""
        self.commands = Commands(type(session.game), type(self))
        self._language = Language(
            self.commands, session.game.commands.all.keys(), self.dialect, self.spell
        )
        self.take_up(session)

    def take_up(self, session: Session) -> None:
        """Play SESSION from now on."""
        self.session = session
        self.seats = Seats(session)

    @property
    def game(self) -> Any:
        """The position now, of the type that the player is made for."""
        return self.session.game

    def do(self, line: str) -> None:
        """Carry out the commands typed in LINE, which semicolons separate.

        Raises CardGameError at the first one that is refused, which changes nothing.
        """
        if ";" not in line:
            self.carry_out(line)
            return
        for number, part in enumerate(commands_in(line)):
            if number:
                self.go_on()
            self.carry_out(part)

    def carry_out(self, line: str) -> None:
        """Carry out the command typed in LINE; raises CardGameError, and then changes nothing."""
        if seat_and_words(line)[0]:
            self.follow(self.game.parse(line))
            return
        before = self.session.game
        found, arguments = self.read(line)
        if found.name in before.commands.all:
            self.make(Move(found.name, arguments))
        else:
            getattr(self, found.method)(*arguments)
        if not self.session.history.computer and self.session.game is not before:
            self.seats.forget()

    def read(self, line: str) -> tuple[Command, tuple[Any, ...]]:
        """Return the command that LINE means, and its arguments; raises CardGameError."""
        return self._language.read(line, self.session.game)

    def spell(self, found: Command, words: list[str]) -> list[str]:
        """Return the words after a command as the notation has them; raises CardGameError."""
        if found.name == "undo" and words == ["all"]:
            return [str(max(1, self.session.history.steps))]
        return words

    def make(self, move: Move) -> None:
        """Make MOVE, a person's; raises IllegalMove."""
        self.session.make(move)

    def follow(self, move: Move) -> None:
        """Make MOVE, which a script says for a computer or for the clock; raises IllegalMove."""
        self.seats.follow(move)

    def event(self) -> Move | None:
        """Return what happens next by itself, with its seat; None until a person acts."""
        return self.session.event()

    def let_happen(self) -> None:
        """Let happen what happens by itself, until it is a person's turn, or the end."""
        for _ in self.seats.happen(self.event):
            pass

    def catch_up(self) -> None:
        """Let happen what a script has left out."""

    def go_on(self) -> None:
        """Go on to the next moment at which a person can act."""
        self.let_happen()

    @command("u", COUNT)
    def undo(self, n: int = 1) -> None:
        """Take back the last move, or the last N moves."""
        self.session.undo(n)

    @command("red", COUNT)
    def redo(self, n: int = 1) -> None:
        """Redo the last move taken back, or the last N."""
        self.session.redo(n)

    @command()
    def restart(self) -> None:
        """Go back to the deal and begin again; redo makes the moves again."""
        self.session.restart()

    @command("ne", SEED)
    def new(self, seed: int | Day | None = None) -> None:
        """Deal a new game: the next one, the one with number SEED, or that of a date."""
        self.session.new(seed)
