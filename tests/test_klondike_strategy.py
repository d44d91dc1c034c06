"""The computer player of Klondike: what it prefers, and when a game is stuck."""

from collections.abc import Iterator

import pytest

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import QuickStrategy
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice
from tests.positions import can_bring_in_a_card
from tests.test_klondike import position
from tests.walks import with_hidden_cards_shuffled


def hints(game: Klondike) -> Iterator[Advice]:
    """What is proposed, from what the player can see."""
    return QuickStrategy().advise(game.seen_by(1))


def first(game: Klondike) -> str:
    """The move that is proposed first."""
    return str(next(hints(game)).move)


class TestPreferences:
    def test_a_safe_card_goes_to_its_foundation(self) -> None:
        game = position("3C | AH/9S | 8H/9C", stock="KC")
        assert first(game) == "tabfnd 1"

    def test_turning_up_a_card_comes_before_the_stock(self) -> None:
        assert first(position("3C | 8H/9S", stock="KC")) == "tabtab 1 2"

    def test_a_longer_way_to_a_card_face_down_is_found(self) -> None:
        """8H is in the way: once it lies on 9S, 9C goes on 10D."""
        game = position("3C | 9C 8H/9S/10D", stock="KC")
        assert first(game) in ("tabtab 1 2", "tabtab 1 3")

    def test_a_card_comes_back_from_its_foundation_for_another(self) -> None:
        game = position("3C | 8H/10H", foundations="AS 2S 3S 4S 5S 6S 7S 8S 9S")
        assert first(game) == "fndtab 1 2"

    def test_new_cards_are_turned_when_nothing_can_be_moved(self) -> None:
        assert first(position("3C | 8H/9D", stock="KC")) == "card"

    def test_a_king_is_not_moved_from_one_empty_pile_to_another(self) -> None:
        assert list(hints(position("KC/9S"))) == []


class TestStuck:
    def test_a_game_is_stuck_when_nothing_in_the_stock_can_be_played(self) -> None:
        game = position("3C | 8H/10D/5C/5D/5H/6S/7C", waste="QC", redeals=1)
        assert list(hints(game)) == []

    def test_not_while_a_card_could_come_up_later(self) -> None:
        game = position("3C | 8H/10D/5C/5D/5H/6S/6C", stock="9S QC KC JS", redeals=1)
        assert first(game) == "card"

    def test_not_while_there_are_cards_that_nobody_has_seen(self) -> None:
        assert first(position("3C | 8H/10D/5C/5D/5H/6S/6C", stock="QC")) == "card"

    def test_cards_that_still_earn_are_played(self) -> None:
        game = position("3C | 2D AH 8H/10D/5C/5D/5H/6S/7C", foundations="AD 2D 3D 4D")
        assert first(game) == "tabfnd 4"

    @pytest.mark.parametrize("options", [KlondikeOptions(), KlondikeOptions(draw=1, redeals=0)])
    def test_the_verdict_is_that_of_a_search_through_everything(
        self, options: KlondikeOptions
    ) -> None:
        """Where a game is called stuck, no sequence of moves brings in another card."""
        checked = 0
        for seed in range(4):
            game = Klondike.deal(shuffled_deck(Random(seed)), options)
            while (hint := next(hints(game), None)) and "earns" not in hint.why and hint.move:
                game = game.apply(hint.move)
            if game.outcome() is None and (hint is None or hint.move):
                found = can_bring_in_a_card(game, outside, most=500)
                checked += found is not None
                assert not found, f"seed {seed} is not stuck"
        assert checked >= 1


def outside(game: Klondike) -> int:
    return sum(game.down) + len(game.stock) + len(game.waste)


def test_hints_do_not_look_at_hidden_cards() -> None:
    for seed in range(3):
        game = Klondike.deal(shuffled_deck(Random(seed)), KlondikeOptions())
        for number in range(12):
            other = with_hidden_cards_shuffled(game, 1, Random(number))
            assert list(hints(game)) == list(hints(other))
            hint = next(hints(game), None)
            if hint is None or hint.move is None:
                break
            game = game.apply(hint.move)


def test_the_hints_win_some_games() -> None:
    """A floor under the player's strength."""
    game = Klondike.deal(shuffled_deck(Random(8)), KlondikeOptions())
    while game.outcome() is None and (hint := next(hints(game), None)):
        assert hint.move is not None
        game = game.apply(hint.move)
    assert game.outcome() is not None
