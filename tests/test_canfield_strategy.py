"""The computer player of Canfield: what it prefers, what is safe, and when a game is stuck."""

from collections.abc import Iterator

import pytest

from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.strategy import QuickStrategy
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice
from tests.positions import can_bring_in_a_card
from tests.test_canfield import position


def hints(game: Canfield) -> Iterator[Advice]:
    """What is proposed, from what the player can see."""
    return QuickStrategy().advise(game.seen_by(1))


def first(game: Canfield) -> str:
    """The move that is proposed first."""
    return str(next(hints(game)).move)


class TestPreferences:
    def test_what_frees_the_reserve_comes_before_the_waste(self) -> None:
        game = position(reserve="5C 8H", tableau="9S/3C/3S/KS", waste="2H", stock="AC")
        assert first(game) == "restab 1"

    def test_a_pile_is_moved_to_fill_its_place_from_the_reserve(self) -> None:
        game = position(reserve="5C 7C", tableau="9S/8H/4D/4H", stock="AC")
        assert first(game) == "tabtab 2 1"

    def test_a_longer_way_to_the_reserve_is_found(self) -> None:
        """JD must come back from its foundation, to carry 10... of clubs from the reserve."""
        game = position(foundations="9D 10D JD", reserve="5C 10C", tableau="QS/2C/2S/3S")
        assert first(game) == "fndtab 1 1"

    def test_new_cards_are_better_than_waste_on_the_tableau(self) -> None:
        assert (
            first(position(reserve="5C KC", tableau="9S/3C/3S/5S", waste="8H", stock="AC 2C"))
            == "card"
        )

    def test_the_last_pass_of_the_stock_is_not_wasted(self) -> None:
        last = CanfieldOptions(draw=1, redeals=0)
        game = position(
            reserve="5C KC", tableau="9S/3C/3S/5S", waste="8H", stock="AC 2C", options=last
        )
        assert first(game) == "wsttab 1"


class TestStuck:
    def test_a_game_is_stuck_when_nothing_in_the_stock_can_be_played(self) -> None:
        game = position(reserve="5C 3C", tableau="3D/3H/3S/5S", waste="KC", stock="QC", redeals=1)
        assert list(hints(game)) == []

    def test_not_while_a_card_could_come_up_later(self) -> None:
        game = position(reserve="5C 3C", tableau="3D/3H/3S/5S", stock="2H QC KC 8C", redeals=1)
        assert first(game) == "card"

    def test_not_while_there_are_cards_that_nobody_has_seen(self) -> None:
        game = position(reserve="5C 3C", tableau="3D/3H/3S/5S", waste="KC", stock="QC")
        assert first(game) == "card"

    def test_not_while_a_card_can_come_back_from_a_foundation_for_another(self) -> None:
        stuck = position(
            foundations="10D JD QD KD", reserve="5C QC", tableau="AS/3D/3H/3S", waste="7C"
        )
        assert first(stuck) == "fndtab 1 1"

    def test_the_verdict_is_that_of_a_search_through_everything(self) -> None:
        """From where the hints end, no sequence of moves plays another card."""
        for seed in range(6):
            game = Canfield.deal(shuffled_deck(Random(seed)), CanfieldOptions())
            while hint := next(hints(game), None):
                assert hint.move is not None
                game = game.apply(hint.move)
            if game.outcome() is None:
                assert can_bring_in_a_card(game, in_hand) is False, f"seed {seed} is not stuck"


def in_hand(game: Canfield) -> int:
    return len(game.reserve) + len(game.stock) + len(game.waste)


@pytest.mark.parametrize("seed", [9, 12])
def test_the_hints_win_some_games(seed: int) -> None:
    """A floor under the player's strength: about one deal in seven is won."""
    game = Canfield.deal(shuffled_deck(Random(seed)), CanfieldOptions())
    while game.outcome() is None and (hint := next(hints(game), None)):
        assert hint.move is not None
        game = game.apply(hint.move)
    assert game.outcome() is not None
