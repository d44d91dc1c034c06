"""A game in progress: its positions, its log, and what undo does not restore.

The log holds what was done in the words of a script, so that the same words, after the command
line that dealt the game, make the same session again.
"""

from typing import Any

from cardgames.model.cards import Pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move, Outcome, Setup
from cardgames.model.strategy import Computers, Strategy


class Session:
    """A game in progress."""

    def __init__(self, setup: Setup, computers: Computers) -> None:
        """Deal the first game, with these COMPUTERS for hints and for the seats of computers.

        Raises InvalidCommand if the setup's deck will not do.
        """
        self.setup = setup
        self.computers = computers
        self.log: list[str] = []
        self.seed = setup.seed
        self.deals = 0
        """How many games were dealt from the seed; 0 while the given deck is played."""
        self._random = Random(setup.seed)
        if setup.deck is None:
            self._begin(shuffled_deck(self._random))
            self.deals = 1
        else:
            self._begin(setup.deck)

    def _begin(self, deck: Pile) -> None:
        first = self.setup.game.deal(deck, self.setup.options)
        self._positions: list[Game] = [first]
        self._moves: list[Move] = []
        self._at = 0
        self._first = {first.key(): 0} if first.cycles else {}
        self._adviser: Strategy | None = None
        self.undos = 0
        self.hints = 0

    @property
    def game(self) -> Game:
        """The position now."""
        return self._positions[self._at]

    @property
    def moves_made(self) -> int:
        """How many moves of people led from the deal to the position now."""
        return len(self._own(0, self._at))

    def repeated(self) -> bool:
        """Has the position now come up before, in a game where that matters?"""
        return self.game.cycles and self._first[self.game.key()] < self._at

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome() or (self.game.repeated() if self.repeated() else None)

    def position(self, count: int) -> Any:
        """The position before the last COUNT moves."""
        return self._positions[self._at - count]

    def make(self, move: Move) -> None:
        """Make MOVE; raises IllegalMove and changes nothing if the rules forbid it."""
        if self.repeated() and (drawn := self.game.repeated()) is not None:
            raise IllegalMove(f"the game is over: {drawn.reason}")
        after = self.game.apply(move)
        self._forget_what_was_taken_back()
        self._positions.append(after)
        self._moves.append(move)
        self._at += 1
        if after.cycles:
            self._first.setdefault(after.key(), self._at)
        self.log.append(str(move))

    def _forget_what_was_taken_back(self) -> None:
        if self.game.cycles:
            for number, position in enumerate(self._positions[self._at + 1 :], self._at + 1):
                if self._first[position.key()] == number:
                    del self._first[position.key()]
        del self._positions[self._at + 1 :], self._moves[self._at :]

    def undo(self, count: int) -> None:
        """Take back COUNT moves of people, and what followed; raises IllegalMove if fewer."""
        made = self._own(0, self._at)
        if count > len(made):
            raise IllegalMove(_too_few(len(made), "take back"))
        self._at = made[-count]
        self.undos += count
        self.log.append(f"undo {count}")

    def redo(self, count: int) -> None:
        """Make COUNT moves again that were taken back; raises IllegalMove if there are fewer."""
        end = len(self._moves)
        left = self._own(self._at, end)
        if count > len(left):
            raise IllegalMove(_too_few(len(left), "make again"))
        self._at = left[count] if count < len(left) else end
        self.log.append(f"redo {count}")

    def _own(self, start: int, end: int) -> list[int]:
        """Which of the moves from START to END were made by people."""
        return [number for number in range(start, end) if not self._moves[number].seat]

    def make_instead(self, count: int, move: Move) -> None:
        """Make MOVE in the place of the last COUNT moves, which computers made.

        Raises IllegalMove and changes nothing if the rules forbid it.
        """
        self._positions[self._at - count].apply(move)
        self._at -= count
        self._forget_what_was_taken_back()
        self.log = self.log[: len(self.log) - count]
        self.make(move)

    def restart(self) -> None:
        """Go back to the first move of a person; redo makes the moves again."""
        own = self._own(0, len(self._moves))
        self._at = own[0] if own else len(self._moves)
        self.log.append("restart")

    def new(self, seed: int | None = None) -> None:
        """Deal a new game: the next one of the generator, or the first one of SEED."""
        if seed is not None:
            self.seed = seed
            self.deals = 0
            self._random = Random(seed)
        self._begin(shuffled_deck(self._random))
        self.deals += 1
        self.log.append("new" if seed is None else f"new {seed}")

    def hint(self) -> Advice | None:
        """The best move worth making, as `Strategy.choose` tells it, or None: it is stuck."""
        if self._adviser is None:
            self._adviser = self.computers("hint")
        self.hints += 1
        self.log.append("hint")
        return self.advice(self._adviser)

    def advice(self, computer: Strategy) -> Advice | None:
        """What COMPUTER would do now, as `Strategy.choose` tells it."""
        return computer.choose(self.game, self._positions[self._at - 1] if self._at else None)

    def script(self) -> str:
        """The script that makes this session again."""
        return "\n".join([f"# {self.setup.command_line()}", *self.log, ""])


def _too_few(moves: int, what: str) -> str:
    if moves == 0:
        return f"there is no move to {what}"
    return f"there {'is only 1 move' if moves == 1 else f'are only {moves} moves'} to {what}"
