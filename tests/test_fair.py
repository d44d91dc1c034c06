"""The fair players of Canfield and Klondike: what they say, and that their plans are legal."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from cardgames.cli.seating import new_session
from cardgames.games.canfield.fair import FairStrategy as FairCanfield
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.quick import QuickStrategy as QuickCanfield
from cardgames.games.klondike.fair import FairStrategy as FairKlondike
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.quick import QuickStrategy as QuickKlondike
from cardgames.model.cards import BACK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Options, Setup
from cardgames.model.imagined import Effort, FairStrategy
from cardgames.model.patience import BuildingFromStock
from cardgames.model.search import Search
from cardgames.play.session import Session

CANFIELD, KLONDIKE = CanfieldOptions(), KlondikeOptions()
GAMES: dict[type[Options], tuple[type[BuildingFromStock], type[FairStrategy], type]] = {
    CanfieldOptions: (Canfield, FairCanfield, QuickCanfield),
    KlondikeOptions: (Klondike, FairKlondike, QuickKlondike),
}
"""For the options of each game: the game, its fair player and its quick one."""
WON = [(CANFIELD, 10), (CANFIELD, 14), (KLONDIKE, 2), (KLONDIKE, 19)]
"""Deals that the fair player wins, however hastily, and the quick one does not."""
HASTY = {
    FairCanfield: Effort(16, 6, 2, 100, look_ahead=800, last_look=3000),
    FairKlondike: Effort(8, 3, 1, 200, look_ahead=2000, last_look=3000),
}


def deal(seed: int, options: Options) -> Any:
    """The deal with this SEED."""
    return GAMES[type(options)][0].deal(shuffled_deck(Random(seed)), options)


def player(options: Options) -> FairStrategy:
    """A fair player."""
    return GAMES[type(options)][1]()


def played(seed: int, options: Options) -> Iterator[tuple[Any, Advice]]:
    """The positions of a game, and the advice that is taken in each."""
    game, before, fair = deal(seed, options), None, player(options)
    while game.outcome() is None:
        advice = fair.choose(game, before)
        if advice is None or advice.move is None:
            return
        yield game, advice
        before, game = game, game.apply(advice.move)


@cache
def whole_game(options: Options, seed: int) -> tuple[tuple[Any, Advice], ...]:
    """All of a game."""
    return tuple(played(seed, options))


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the players look less far ahead."""
    for fair, effort in HASTY.items():
        monkeypatch.setattr(fair, "effort", effort)


@pytest.mark.parametrize(
    "options", [CANFIELD, KLONDIKE], ids=lambda options: type(options).__name__
)
class TestTurning:
    def test_the_reason_is_given_once(self, options: Options) -> None:
        whole = "turn the whole stock first: it costs nothing and shows every card"
        size = len(deal(2, options).stock)
        reasons = [advice.why for _, advice in islice(played(2, options), 8)]
        assert reasons[:2] == [whole, f"{size - 3} cards of the stock are not seen yet"]
        assert reasons.count(whole) == 1

    def test_nothing_is_played_before_the_stock_is_known(self, options: Options) -> None:
        for game, advice in islice(played(2, options), 16):
            assert BACK not in game.seen_by(1).stock or str(advice.move) == "card"


class TestLimitedRedeals:
    @pytest.mark.parametrize("options", [CanfieldOptions(redeals=1), KlondikeOptions(redeals=1)])
    def test_it_plays_as_the_quick_player_does_until_it_knows_the_stock(
        self, options: Options
    ) -> None:
        game, quick = deal(154, options).seen_by(1), GAMES[type(options)][2]
        assert list(player(options).advise(game)) == list(quick().advise(game))

    def test_then_it_looks_ahead_in_klondike(self) -> None:
        games = [game for game, _ in played(2, KlondikeOptions(redeals=1, build="others"))]
        known = next(game.seen_by(1) for game in games if BACK not in game.seen_by(1).stock)
        assert "of 8 orders" in next(FairKlondike().advise(known)).why


class TestPlans:
    @pytest.mark.parametrize(
        ("options", "seed"),
        [
            *WON,
            (CanfieldOptions(reserve="open", fill="free"), 7),
            (KlondikeOptions(draw=1, build="others"), 3),
            (KlondikeOptions(draw=3, redeals=1, build="others"), 2),
        ],
    )
    def test_they_are_legal_to_their_end(self, options: Options, seed: int) -> None:
        for game, advice in whole_game(options, seed):
            for move in (advice.move, *advice.then):
                assert move is not None
                game = game.apply(move)

    @pytest.mark.parametrize("options", [CANFIELD, KLONDIKE])
    def test_the_same_question_has_the_same_answer(self, options: Options) -> None:
        fair, game = player(options), list(islice(played(7, options), 14))[13][0]
        assert fair.choose(game, None) == fair.choose(game, None)

    @pytest.mark.parametrize(("options", "seed"), WON)
    def test_it_says_how_often_it_wins(self, options: Options, seed: int) -> None:
        reasons = [advice.why for _, advice in whole_game(options, seed)]
        often = re.compile(r"; wins in \d+ of \d+ orders of the hidden cards$")
        assert any(map(often.search, reasons)) and reasons[-1] == "it wins the game"

    @pytest.mark.parametrize(("options", "seed"), WON)
    def test_it_wins(self, options: Options, seed: int) -> None:
        """The quick player loses all of these."""
        game, last = whole_game(options, seed)[-1]
        assert last.move is not None
        assert game.apply(last.move).outcome() is not None
        of_game, _, quick = GAMES[type(options)]
        assert quick().result(Setup(of_game, options, seed)).winner != 1


@pytest.mark.parametrize("options", [CANFIELD, KLONDIKE])
def test_a_hint_that_is_interrupted_leaves_everything_as_it_was(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(game for game, advice in played(14, options) if " orders " in advice.why)
    session = new_session(Setup(GAMES[type(options)][0], options, 14))
    monkeypatch.setattr(Session, "game", game)
    with monkeypatch.context() as patch:
        patch.setattr(Search, "run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.hint()
    assert (session.hints, session.log) == (0, [])
    assert session.hint() == player(options).choose(game, None)
    assert (session.hints, session.log) == (1, ["hint"])


def interrupted(*_: Any, **__: Any) -> Any:
    """What a search does when Ctrl-C is pressed."""
    raise KeyboardInterrupt
