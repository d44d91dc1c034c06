"""Nothing hidden leaks: what a seat cannot see may lie in any way, and nothing else changes.

In positions of every game the cards that a seat cannot see are shuffled. The person there must
see the same screen, and get the same hints; a computer there must do the same.
"""

from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from typing import NamedTuple

import pytest

from cardgames import games
from cardgames.cli.playing import new_session
from cardgames.games.slap.options import RIVALS, SlapOptions
from cardgames.games.slap.strategy import next_event
from cardgames.model.deal import Random
from cardgames.model.game import Game
from cardgames.model.strategy import Strategy
from cardgames.patience.game import Patience
from cardgames.patience.search import Solver
from cardgames.play.session import Session
from cardgames.screen.look import STYLES, Look
from cardgames.text.textplayer import TextPlayer
from tests.samples import sample
from tests.seated import player_of
from tests.tables import tables
from tests.walks import Case, cases, positions, with_hidden_cards_shuffled

pytestmark = pytest.mark.usefixtures("brief_hints")

LARGE = Look(notes=True)
LARGE.large, LARGE.lines = True, 50
LOOKS = [Look(), LARGE, *(Look(style, notes=True) for style in STYLES)]
THINKS = sample(12, 6)
"""A computer is asked in one of so many positions, as it may think for long."""


class Pair(NamedTuple):
    seat: int
    game: Game
    other: Game


class Elsewhere(Session):
    there: Game | None = None

    @property
    def game(self) -> Game:
        return super().game if self.there is None else self.there


def all_tables() -> list[Case]:
    """Every case, and tables with more or fewer people than these have, so that all look on."""
    found = cases()
    for game in dict.fromkeys(case.game for case in found):
        found += [Case(game, options) for options in tables(game).values()]
    return list(dict.fromkeys(found))


every_table = pytest.mark.parametrize("case", all_tables(), ids=str)


@cache
def pairs(case: Case) -> list[Pair]:
    """Positions of two games, from the eyes of every seat, and of somebody who only looks on.

    Those in which nothing is hidden are left out: they would be compared with themselves.
    """
    seats = range(len(case.options.seats()) + 1)
    found = [
        Pair(seat, game, with_hidden_cards_shuffled(game, seat, Random(number)))
        for number, (game, *_) in enumerate(positions(case, count=2, moves=60)[:: sample(18, 3)])
        for seat in seats
    ]
    return [pair for pair in found if pair.game != pair.other]


def looked_at(case: Case) -> Iterator[tuple[TextPlayer, Pair]]:
    """The pairs of which a person in that seat sees the screen, with the player who shows it."""
    player: TextPlayer = player_of(new_session(case.setup(0)))
    for pair in pairs(case):
        if player.viewer(pair.game) == pair.seat:
            yield player, pair


def to_move(case: Case, one_in: int = 1) -> list[Pair]:
    moving = [pair for pair in pairs(case) if pair.seat == pair.game.player()]
    return [pair for pair in moving if pair.game.outcome() is None][::one_in]


@every_table
def test_a_game_that_hides_cards_does_so(case: Case) -> None:
    """Otherwise there would be nothing to test here."""
    hides = case.game.with_backs is not Game.with_backs
    if issubclass(case.game, Patience):
        layout = case.game.laid_out(case.options)
        hides = bool(any(layout.tableau.down) or layout.stock or not layout.reserve.seen)
    assert bool(pairs(case)) is hides


@every_table
def test_the_screen_and_the_prompt_of_a_seat_stay_the_same(case: Case) -> None:
    session = Elsewhere(case.setup(0), partial(games.computer, case.game.name))
    prompting: TextPlayer = player_of(session)
    for player, (_, game, other) in looked_at(case):
        prompts = set()
        for session.there in (game, other):
            prompts.add(prompting.prompt())
        assert len(prompts) == 1
        for look in LOOKS:
            player.look = look
            assert player.board(game) == player.board(other)
        if hasattr(player, "show_place"):
            assert list(player.in_full(game, 1)) == list(player.in_full(other, 1))
        assert player.score_text(game) == player.score_text(other)


@every_table
def test_what_a_seat_is_told_of_moves_stays_the_same(case: Case) -> None:
    """Of its own, which it can list, and of those that others make."""
    for player, (seat, game, other) in looked_at(case):
        moves, others = list(game.legal_moves()), list(other.legal_moves())
        if seat == game.player():
            assert moves == others
        for move in moves:
            if move in others:
                assert player.tell(move, game) == player.tell(move, other)


@every_table
def test_the_hints_for_a_seat_stay_the_same(case: Case) -> None:
    """All of them, also those that are not given first."""
    for seat, game, other in to_move(case, THINKS):
        advisers = [games.computer(case.game.name, "hint") for _ in range(2)]
        hints = list(advisers[0].advise(game.with_backs(seat)))
        assert hints == list(advisers[1].advise(other.with_backs(seat)))


@every_table
def test_the_computers_do_the_same(case: Case) -> None:
    """The advisers are compared above, hint by hint."""
    for computer in computers(case.game.name) - {type(games.computer(case.game.name, "hint"))}:
        for _, game, other in to_move(case, THINKS):
            assert computer().choose(game, None) == computer().choose(other, None)


def computers(name: str) -> set[type[Strategy]]:
    found = {*games.strategies(name).values()}
    for module in {computer.__module__ for computer in found}:
        found |= {*getattr(import_module(module), "COMPUTERS", {}).values()}
    return {computer for computer in found if not issubclass(computer, Solver)}


@pytest.mark.parametrize("rival", RIVALS)
@pytest.mark.parametrize("seats", [(1,), (2,), (1, 2)])
def test_the_computers_of_slap_act_at_the_same_time(seats: tuple[int, ...], rival: str) -> None:
    options = SlapOptions(rules=("run", "sandwich"), penalty="card", rival=rival)
    case = Case(games.model("slap"), options)
    for _, game, other in pairs(case):
        if game.outcome() is None:
            one, two = (next_event(each, seats, 1, 1) for each in (game, other))  # type: ignore
            assert one == two
