"""Who slaps without looking loses, and who looks wins as often as without a penalty.

People press keys in virtual time, at the player of a terminal that draws nothing.
"""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import RIVALS, RULES, SPEEDS, TENS
from cardgames.model.deal import Random
from tests.samples import sample
from tests.seated import player_of, session_of
from tests.test_slap_live import Clocked

# The time after which each of them plays a card, in ms: so long that a computer has slapped before.
# Who plays on at once covers what a computer would slap: who also slaps every own card then wins
# 19% of the games at 800 ms, and 29% at 400 ms.
PLAYS = 1500
REPEATED = 33  # the time after which a key that is held comes again, in ms
LONGEST_GAME = 1_500_000  # a longer game, in ms, is given up as not won
# Says when a person slaps after a card, in ms, or not.
Slapping = Callable[["Person", Slap], int | None]


class Person(Clocked):
    def __init__(self, slapping: Slapping, again: int, seed: int) -> None:
        super().__init__()
        self.random, self._slapping, self._again = Random(seed), slapping, again
        self._seen: object = None
        self._keys: list[tuple[int, str]] = []
        self.player: Any = None

    def read_live(
        self, prompt: str, keys: Mapping[str, str], until: int | None, enter: str = ""
    ) -> tuple[str | None, int]:
        game = self.player.game
        if self.now > LONGEST_GAME or game.outcome() is not None:
            return None, self.clock()
        self._look(game)
        at, key = min(self._keys, default=(1 << 40, ""))
        if not self.waits(at, until):
            return "", self.clock()
        self._keys.remove((at, key))
        if key == "s" and self._again:
            self._keys.append((at + self._again, "s"))
        return keys[key], self.clock()

    def _look(self, game: Slap) -> None:
        """Decide on the next keys when a card was played, or a pile taken."""
        seen = game.cards, game.rounds, game.turn
        if seen == self._seen:
            return
        self._seen = seen
        held = [each for each in self._keys if each[1] == "s" and self._again]
        self._keys = held or [(self.now + self._again, "s")] * bool(self._again)
        slap = self._slapping(self, game) if game.pile else None
        if slap is not None:
            self._keys.append((self.zero + slap, "s"))
        if game.turn == 1 and not game.pending:
            self._keys.append((self.zero + max(PLAYS, (slap or 0) + 20), " "))


def honest(person: Person, game: Slap) -> int | None:
    """Slap after 250 to 350 ms what can be slapped."""
    return 250 + person.random.below(101) if game.rule() else None


def own(person: Person, game: Slap) -> int | None:
    """Slap every card of one's own after 130 ms, and others honestly."""
    return 130 if game.by[-1] == 1 else honest(person, game)


# How each person slaps, and after how many milliseconds a key comes again, or 0.
PEOPLE: dict[str, tuple[Slapping, int]] = {
    "hold": (lambda person, game: None, REPEATED),
    "tap": (lambda person, game: None, 310),
    "blind, 200 ms": (lambda person, game: 200, 0),
    "blind, 130 ms": (lambda person, game: 130, 0),
    "blind on own cards": (own, 0),
    "honest": (honest, 0),
}
# Each kind of rival, at each speed, with pairs alone and with every rule.
CELLS = list(product(RIVALS, SPEEDS, ((), (TENS, *RULES))))
SOME, GAMES = sample(CELLS[::9], CELLS), sample(1, 50)  # the cells, and the games in each


def is_won(name: str, cell: tuple[str, str, tuple[str, ...]], seed: int, penalty: str) -> bool:
    rival, speed, rules = cell
    session = session_of(Slap, seed, rival=rival, speed=speed, rules=rules, penalty=penalty)
    person = Person(*PEOPLE[name], seed)
    person.player = player_of(session, person)
    person.player._show_board = lambda: None
    person.player.prompt = lambda: ""
    person.player.play()
    outcome = person.player.session.outcome()
    return outcome is not None and outcome.winner == 1


def wins(name: str, penalty: str) -> list[int]:
    return [sum(is_won(name, cell, seed, penalty) for seed in range(GAMES)) for cell in SOME]


@pytest.mark.parametrize("name", [name for name in PEOPLE if name != "honest"])
def test_slapping_blindly_loses(name: str) -> None:
    cells = wins(name, "strict")
    assert sum(cells) <= 0.15 * GAMES * len(SOME) and max(cells) <= 0.30 * GAMES, cells


def test_a_held_key_wins_little_without_a_penalty_either() -> None:
    assert max(wins("hold", "none")) <= 0.30 * GAMES


def test_who_looks_wins_as_before() -> None:
    strict, none = sum(wins("honest", "strict")), sum(wins("honest", "none"))
    assert strict >= 0.95 * none - sample(1, 0) and strict > 0.6 * GAMES * len(SOME)
