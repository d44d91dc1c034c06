"""What `moves` lists can be typed as it is listed, in short, and means just that move.

The games are played at random, in a pipe and at a terminal, alone and by several people.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from cardgames import games
from cardgames.games.slap import board
from cardgames.games.slap.game import Slap
from cardgames.model.deal import Random
from cardgames.model.game import Move
from tests.parts import NAMES
from tests.samples import sample
from tests.seated import Memory, answer, placed, player_of, session_of
from tests.tables import tables
from tests.test_slap import after
from tests.test_slap import table as dealt
from tests.test_slap_live import Clocked
from tests.walks import Case, cases

MOVES = sample(7, 150)
"""The number of moves made in each game."""
SEEN = 300
"""The milliseconds after which anything may be typed in Slap."""


class Typed(Memory):
    interactive = True


class Tried(Exception):
    """Ends a block in which a move was tried, to take the move back."""


def tried() -> Iterator[Any]:
    """Every table of each game; in the suite, not all options of patiences."""
    found = [one for one in cases() if sample(one.game is Slap or not one.options.words(), True)]
    shared = {game: tables(game).values() for game in map(games.model, NAMES)}
    found += [Case(game, options) for game, several in shared.items() for options in several]
    for case in dict.fromkeys(found):
        for terminal in (Memory, Clocked if case.game is Slap else Typed):
            yield pytest.param(case, terminal, id=f"{case} {terminal.__name__}")


def carried_out(player: Any, line: str) -> str:
    """Return the command that the terminal of PLAYER makes of LINE, which may be a key."""
    if not player.console.by_keys:
        return line
    keys = board.keys_of(player.game, False, board.keys_for(player.game.options.people()))
    assert line in keys or line[0] not in keys, f"{line!r} would act by its first key"
    return str(keys.get(line, line.removeprefix(":")))


@pytest.mark.usefixtures("brief_hints")
@pytest.mark.parametrize(("case", "terminal"), [*tried()])
def test_each_is_typed_as_it_is_listed(case: Case, terminal: type[Memory]) -> None:
    player = player_of(session_of(case.game, **case.options.values()), terminal())
    random = Random(7)
    player.advance()
    for _ in range(MOVES):
        if player.session.outcome() is not None:
            break
        legal, before = list(player.legal_moves()), player.game
        lines = [player.typed(move) for move in legal]
        if legal and case.game.name != "rummy":  # which lists all discards together
            listed = answer(player, "moves").splitlines()
            assert [line.split("  ")[1] for line in listed] == lines
        for move, line in zip(legal, lines):
            typed = carried_out(player, line)
            found, arguments = player.read(typed)
            read = Move(found.name, arguments)
            player._moment = SEEN + random.below(1500)
            with suppress(Tried), player.session.undisturbed():
                player.do(typed)  # raises an error if it is refused
                if case.game is not Slap:
                    assert player.game == before.apply(move)
                elif read != move:  # a key may name player 1
                    assert (read, move) == (Move("slap", (1,)), Move("slap"))
                raise Tried
        event = player.event() if random.below(2) else None
        if event is not None:
            player.session.make(event)
        elif lines:
            player.do(carried_out(player, lines[random.below(len(lines))]))
        player.advance()


@pytest.mark.parametrize(("moves", "listed", "hint"), [
    ("", ["p", "w"], "play"),
    ("play", ["p", "s", "w"], "play"),
    # Only the computer can collect what it has won; in a pipe, time may pass until then.
    ("play, play, play", ["s", "w"], "wait: the computer has won the pile, and will collect it."),
])  # fmt: skip
def test_nothing_is_listed_or_advised_that_only_the_computer_can_do(
    moves: str, listed: list[str], hint: str
) -> None:
    game = dealt("2C 3C 4C", "JD 5D 6D")
    player = placed(after(game, moves) if moves else game)
    assert [player.typed(move) for move in player.legal_moves()] == listed
    assert answer(player, "hint").startswith(f"Hint: {hint}")


@pytest.mark.parametrize(("own", "first", "second"), [
    ("", ["d", "s", "k"], ["j", "s", "k"]), ("pqsz", ["p", "q", "z"], ["s", "q", "z"]),
])  # fmt: skip
def test_a_key_is_listed_where_keys_act_at_once(
    own: str, first: list[str], second: list[str]
) -> None:
    game = dealt("2C 3C 4C", "2D 3D 4D", players="human,human")
    for moves, listed in (("play, play", first), ("play, play, play", second)):
        player = player_of(session_of(Slap), Clocked())
        player.session.history.__init__(after(game, moves))
        player.wishes.own_keys = tuple(own)
        assert [player.typed(move) for move in player.legal_moves()] == listed
