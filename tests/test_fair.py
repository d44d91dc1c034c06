"""The fair players of Canfield and Klondike: what they say, and that their plans are legal."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any
from zlib import crc32

import pytest

from cardgames import games
from cardgames.cli.playing import new_session
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.strategy import FairStrategy as FairCanfield
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import FairStrategy as FairKlondike
from cardgames.model.cards import BACK
from cardgames.model.game import Move, Options, Setup
from cardgames.model.strategy import Advice, Odds
from cardgames.patience.advice import Effort
from cardgames.patience.game import ALL_UP, Patience, way_home
from cardgames.patience.search import Search, Verdict
from cardgames.play.session import Session
from tests.samples import sample

CANFIELD, KLONDIKE = CanfieldOptions(), KlondikeOptions()
GAMES: dict[type[Options], type[Patience]] = {CanfieldOptions: Canfield, KlondikeOptions: Klondike}
WON = [(CANFIELD, 14), (KLONDIKE, 2), (CANFIELD, 6), (KLONDIKE, 12)][: sample(1, 4)]
"""Deals that the fair player wins, however hastily, and the quick one does not."""
HASTY = {
    FairCanfield: Effort(16, 6, 2, 100, look_ahead=800, last_look=3000),
    FairKlondike: Effort(8, 3, 1, 200, look_ahead=2000, last_look=3000),
}


def deal(seed: int, options: Options) -> Any:
    return Setup(GAMES[type(options)], options, seed).dealt()


def player(options: Options, name: str = "fair") -> Any:
    return games.computer(GAMES[type(options)].name, name)


def played(seed: int, options: Options) -> Iterator[tuple[Any, Advice]]:
    game, before, fair = deal(seed, options), None, player(options)
    while game.outcome() is None:
        advice = fair.choose(game, before)
        if advice is None or advice.move is None:
            return
        yield game, advice
        before, game = game, game.apply(advice.move)


@cache
def whole_game(options: Options, seed: int) -> tuple[tuple[Any, Advice], ...]:
    return tuple(played(seed, options))


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    for fair, effort in HASTY.items():
        monkeypatch.setattr(fair, "effort", effort)


@pytest.mark.parametrize(
    "options", [CANFIELD, KLONDIKE], ids=lambda options: type(options).__name__
)
class TestTurning:
    def test_the_whole_stock_is_turned_first(self, options: Options) -> None:
        advice = next(a for _, a in played(2, options) if str(a.move) == "card")
        turns = -(-len(deal(2, options).stock) // options.draw)
        why = "it costs nothing and shows every card"
        assert (len(advice.then), advice.why) == (turns - 1, why)

    def test_where_turning_may_do_harm_the_quick_player_decides(self, options: Options) -> None:
        """With 4 cards in the waste, the next turn buries the top one in another phase."""
        game = deal(154, options)
        stock = game.stock
        game = game.changed(stock=stock[4:], waste=stock[:4]).seen_by(1)
        advice = next(player(options).advise(game))
        assert advice == next(player(options, "quick").advise(game)) and str(advice.move) != "card"


class TestLimitedRedeals:
    @pytest.mark.parametrize("options", [CanfieldOptions(redeals=1), KlondikeOptions(redeals=1)])
    def test_it_plays_as_the_quick_player_does_until_it_knows_the_stock(
        self, options: Options
    ) -> None:
        game, quick = deal(154, options).seen_by(1), player(options, "quick")
        assert list(player(options).advise(game)) == list(quick.advise(game))

    def test_then_it_looks_ahead_in_klondike(self) -> None:
        options = KlondikeOptions(redeals=1, build="others")
        seen = (game.seen_by(1) for game, _ in played(2, options))
        known = next(game for game in seen if BACK not in game.stock)
        odds = next(FairKlondike().advise(known)).odds
        assert odds is not None and odds.of == 8


class TestPlans:
    @pytest.mark.parametrize(("options", "seed"), [
        *WON, (CanfieldOptions(reserve="open", fill="free"), 7),
        (KlondikeOptions(draw=1, build="others"), 3),
    ])  # fmt: skip
    def test_they_are_legal_to_their_end(self, options: Options, seed: int) -> None:
        known = (options, seed) in WON
        advised = whole_game(options, seed) if known else played(seed, options)
        for game, advice in islice(advised, 999 if known else sample(3, 999)):
            for move in (advice.move, *advice.then):
                assert move is not None
                game = game.apply(move)

    @pytest.mark.parametrize(("options", "seed"), WON)
    def test_it_says_how_often_it_wins(self, options: Options, seed: int) -> None:
        advised = [advice for _, advice in whole_game(options, seed)]
        assert any(advice.odds and 0 < advice.odds.won <= advice.odds.of for advice in advised)
        assert advised[-1].why == "it wins" and advised[-2].why == "it wins, in 2 moves"

    @pytest.mark.parametrize(("options", "seed"), WON)
    def test_a_plan_is_continued_wherever_it_was_followed_to(
        self, options: Options, seed: int
    ) -> None:
        game, advice = next((g, a) for g, a in whole_game(options, seed) if a.odds and a.then[1:])
        fair = player(options)
        fair.choose(game, None)
        after = game.apply(advice.move).apply(advice.then[0])
        assert fair.choose(after, None) == advice._replace(
            move=advice.then[1], then=advice.then[2:], at=after.seen_by(1)
        )

    @pytest.mark.parametrize(
        ("options", "seed", "checksum"),
        [(CANFIELD, 14, 0xB1CFDDFE), *sample([], [(KLONDIKE, 2, 0xE2B8E7CF)]),
         (KLONDIKE, 5, 0x5E4224C8)],
    )
    def test_a_change_of_its_play_is_noticed(
        self, options: Options, seed: int, checksum: int
    ) -> None:
        moves = ";".join(str(advice.move) for _, advice in whole_game(options, seed))
        assert crc32(moves.encode()) == checksum

    def test_who_asks_learns_what_else_might_win(self) -> None:
        game, advice = next((g, a) for g, a in whole_game(CANFIELD, 14) if a.odds and a.odds.won)
        asked = player(CANFIELD).explain(game, None)
        assert asked is not None and asked.odds is not None
        assert asked._replace(odds=None) == advice._replace(odds=None)  # the move is the same
        assert asked.odds.won >= asked.odds.instead_won and asked.odds.instead
        acts = [move for move in (advice.move, *advice.then) if move != Move("card")]
        assert asked.odds.instead[-1] != acts[0]
        for move in asked.odds.instead:
            game = game.apply(move)

    @pytest.mark.parametrize(("options", "seed"), WON)
    def test_what_is_certainly_lost_is_said(
        self, options: Options, seed: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, _ = next(pair for pair in whole_game(options, seed) if pair[1].why[:7] == "it wins")
        monkeypatch.setattr(Search, "run", lambda *_, **__: Verdict.LOST)
        advice = next(player(options).advise(game.seen_by(1)), None)
        assert advice is not None and advice.odds == Odds(0, 1, hopeless=True)


@pytest.mark.parametrize(("options", "seed"), WON[: sample(1, 2)])
def test_a_hint_that_is_interrupted_leaves_everything_as_it_was(
    options: Options, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(game for game, advice in whole_game(options, seed) if advice.odds)
    session = new_session(Setup(GAMES[type(options)], options, seed))
    monkeypatch.setattr(Session, "game", game)
    with monkeypatch.context() as patch:
        patch.setattr(Search, "run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.hint()
    assert (session.hints, session.log) == (0, [])
    assert session.hint() == player(options).explain(game, None)
    assert (session.hints, session.log) == (1, ["hint"])


def test_a_hint_has_a_budget_of_real_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here most of the work is that of the easier game, which proves positions lost."""
    effort = FairCanfield.effort._replace(look_around=100, look_ahead=1_200)
    monkeypatch.setattr(FairCanfield, "effort", effort)
    session, searches = new_session(Setup(Canfield, CANFIELD, 1)), []
    for _ in range(12):
        session.make(Move("card"))
    begin = Search.__init__

    def noted(self: Search[Any], *arguments: Any) -> None:
        begin(self, *arguments)
        searches.append(self)

    monkeypatch.setattr(Search, "__init__", noted)
    assert session.hint() is not None
    work = [search.work() for search in searches]
    assert len(work) > 50 and sum(work) < 16 * effort.look_ahead


def interrupted(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("options", "seed"), WON)
def test_where_all_cards_can_go_up_nothing_is_searched(
    options: Options, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(game for game, _ in whole_game(options, seed) if way_home(game.seen_by(1)))
    monkeypatch.setattr(Search, "run", interrupted)
    advice = player(options).explain(game, None)
    assert advice is not None and advice.why == ALL_UP
    for move in (advice.move, *advice.then):
        game = game.apply(move)
    assert game.outcome() is not None
