"""A game in progress: its positions, its log, and what undo does not restore.

The log holds what was done in the words of a script, so that the same words, after the command
line that dealt the game, make the same session again.
"""

from cardgames import games
from cardgames.cards import Pile
from cardgames.deal import Random, shuffled_deck
from cardgames.errors import IllegalMove
from cardgames.game import Game, Hint, Move, Setup


class Session:
    """A game in progress: the DEALS-th one that was dealt from SEED."""

    def __init__(self, setup: Setup) -> None:
        """Deal the first game; raises InvalidCommand if the setup's deck will not do."""
        self.setup = setup
        self.log: list[str] = []
        self.seed = setup.seed
        self.deals = 0
        self._random = Random(setup.seed)
        self._begin(setup.deck or shuffled_deck(self._random))

    def _begin(self, deck: Pile) -> None:
        first = self.setup.game.deal(deck, self.setup.options)
        self._positions: list[Game] = [first]
        self._moves: list[Move] = []
        self._at = 0
        self.deals += 1
        self.undos = 0
        self.hints = 0

    @property
    def game(self) -> Game:
        """The position now."""
        return self._positions[self._at]

    @property
    def moves(self) -> int:
        """How many moves led from the deal to the position now."""
        return self._at

    def play(self, move: Move) -> None:
        """Make MOVE; raises IllegalMove and changes nothing if the rules forbid it."""
        after = self.game.apply(move)
        del self._positions[self._at + 1 :], self._moves[self._at :]
        self._positions.append(after)
        self._moves.append(move)
        self._at += 1
        self.log.append(str(move))

    def undo(self, count: int) -> None:
        """Take back COUNT moves; raises IllegalMove if there are fewer."""
        if count > self._at:
            raise IllegalMove(_too_few(self._at, "take back"))
        self._at -= count
        self.undos += count
        self.log.append(f"undo {count}")

    def redo(self, count: int) -> None:
        """Make COUNT moves again that were taken back; raises IllegalMove if there are fewer."""
        left = len(self._moves) - self._at
        if count > left:
            raise IllegalMove(_too_few(left, "make again"))
        self._at += count
        self.log.append(f"redo {count}")

    def restart(self) -> None:
        """Go back to the deal, as if for the first time; redo makes the moves again."""
        self._at = 0
        self.undos = 0
        self.hints = 0
        self.log.append("restart")

    def new(self, seed: int | None = None) -> None:
        """Deal a new game: the next one of the generator, or the first one of SEED."""
        if seed is not None:
            self.seed = seed
            self.deals = 0
            self._random = Random(seed)
        self._begin(shuffled_deck(self._random))
        self.log.append("new" if seed is None else f"new {seed}")

    def hint(self) -> Hint | None:
        """The best move worth making, or None: then the game is stuck.

        It never just takes back the last move: where that is the one way on, the hint has no
        move, and means undo.
        """
        self.hints += 1
        self.log.append("hint")
        seen = self.game.seen_by(self.game.player())
        before = self._positions[self._at - 1] if self._at else None
        back = None
        for hint in games.strategy(self.game.name).hints(seen):
            if hint.move is None or self.game.apply(hint.move) != before:
                return hint
            back = Hint(None, "the last move has closed the only way on")
        return back

    def script(self) -> str:
        """The script that makes this session again."""
        return "\n".join([f"# {self.setup.command_line()}", *self.log, ""])


def _too_few(moves: int, what: str) -> str:
    if moves == 0:
        return f"there is no move to {what}"
    return f"there {'is only 1 move' if moves == 1 else f'are only {moves} moves'} to {what}"
