"""The fair player of Canfield: what it says, and that its plans are legal to their end."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from cardgames.games.canfield import fair
from cardgames.games.canfield.fair import FairStrategy
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.quick import QuickStrategy
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Setup

DEAL = CanfieldOptions()


def deal(seed: int, options: CanfieldOptions = DEAL) -> Canfield:
    """The deal with this SEED."""
    return Canfield.deal(shuffled_deck(Random(seed)), options)


def played(seed: int, options: CanfieldOptions = DEAL) -> Iterator[tuple[Canfield, Advice]]:
    """The positions of a game, and the advice that is taken in each."""
    game, before, player = deal(seed, options), None, FairStrategy()
    while game.outcome() is None:
        advice = player.choose(game, before)
        if advice is None or advice.move is None:
            return
        yield game, advice
        before, game = game, game.apply(advice.move)


@cache
def whole_game(seed: int, options: CanfieldOptions) -> tuple[tuple[Canfield, Advice], ...]:
    """All of a game; only for tests whose player is hasty."""
    return tuple(played(seed, options))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the player look less far ahead."""
    monkeypatch.setattr(fair, "LOOK_AHEAD", 1000)
    monkeypatch.setattr(fair, "LAST_LOOK", 3000)


class TestTurning:
    def test_the_reason_is_given_once(self) -> None:
        reasons = [advice.why for _, advice in islice(played(2), 12)]
        assert reasons[0] == "turn the whole stock first: it costs nothing and shows every card"
        assert reasons[1] == "31 cards of the stock are not seen yet"
        assert reasons.count(reasons[0]) == 1

    def test_nothing_is_played_before_the_stock_is_known(self) -> None:
        assert {str(advice.move) for _, advice in islice(played(2), 12)} == {"card"}

    def test_with_limited_redeals_it_plays_as_the_quick_player_does(self) -> None:
        options = CanfieldOptions(redeals=1)
        advice = next(FairStrategy().advise(deal(154, options).seen_by(1)))
        assert advice.why == "it is safe on its foundation"


@pytest.mark.usefixtures("hasty")
class TestPlans:
    @pytest.mark.parametrize("seed", [7, 10])
    @pytest.mark.parametrize("options", [DEAL, CanfieldOptions(reserve="open", fill="free")])
    def test_they_are_legal_to_their_end(self, seed: int, options: CanfieldOptions) -> None:
        for game, advice in whole_game(seed, options):
            for move in (advice.move, *advice.then):
                assert move is not None
                game = game.apply(move)

    def test_the_same_question_has_the_same_answer(self) -> None:
        player, game = FairStrategy(), list(islice(played(7), 14))[13][0]
        assert player.choose(game, None) == player.choose(game, None)

    def test_it_says_how_often_it_wins(self) -> None:
        reasons = [advice.why for _, advice in whole_game(7, DEAL)]
        assert any(" of 16 orders of the hidden cards" in why for why in reasons)
        assert reasons[-1] == "it wins the game"

    def test_it_wins(self) -> None:
        """The quick player loses both of these."""
        for seed in (7, 10):
            game, last = whole_game(seed, DEAL)[-1]
            assert last.move is not None
            assert game.apply(last.move).outcome() is not None
            assert QuickStrategy().result(Setup(Canfield, DEAL, seed)).winner == 0
