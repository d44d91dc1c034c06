"""The computer players of Rummy: fair, lawful, and each level better than the one below."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from cardgames.games.rummy.game import Meld, Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Advice, Move, Setup
from tests.samples import sample
from tests.seated import brief_computers
from tests.test_rummy import with_hand
from tests.walks import with_hidden_cards_shuffled

CHOICES: dict[str, tuple[Any, ...]] = {
    "players": (2, 3, 4, 5, 6),
    "melds_per_turn": ("any", "one"),
    "ace": ("low", "high", "round"),
    "go_out": ("any", "discard"),
    "lay_off": ("any", "after-meld"),
    "restock": ("turn", "shuffle", "block"),
    "dead_hand": ("redeal", "lowest"),
    "dead_after": (1, 3),
}


def some_options(random: Random) -> RummyOptions:
    """Options drawn by chance."""
    drawn = {name: values[random.below(len(values))] for name, values in CHOICES.items()}
    return RummyOptions(**drawn, target=40)


@cache
def positions(seed: int) -> tuple[Rummy, ...]:
    """The first 120 positions of a match under random options, easy against medium players."""
    random = Random(seed)
    game = Rummy.deal(shuffled_deck(random), some_options(random))
    levels = [STRATEGIES["easy"](), STRATEGIES["medium"]()]
    found: list[Rummy] = []
    while len(found) < 120 and game.outcome() is None:
        found.append(game)
        hint = levels[(game.turn + seed) % 2].choose(game, None)
        assert hint is not None and hint.move is not None
        game = game.apply(hint.move)
    return tuple(found)


def permuted(game: Rummy, random: Random) -> Rummy:
    """The position with all cards permuted that the player to move can't see."""
    found: Rummy = with_hidden_cards_shuffled(game, game.turn, random)
    return found


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_what_cannot_be_seen_changes_no_move(level: str) -> None:
    player, random = STRATEGIES[level](), Random(3)
    for seed in range(8):
        for game in positions(seed)[seed % 7 :: 29]:
            with brief_computers():
                assert player.choose(permuted(game, random), None) == player.choose(game, None)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_moves_are_lawful_under_all_options(level: str) -> None:
    for seed in range(sample(4, 16)):
        for game in positions(seed):
            hint = STRATEGIES[level]().choose(game, None)
            assert hint is not None and hint.move is not None
            game.apply(hint.move)


def test_hard_is_lawful_under_all_options() -> None:
    for seed in range(12):
        for game in positions(seed)[seed % 5 :: 31]:
            with brief_computers():
                hint = STRATEGIES["hard"]().choose(game, None)
            moves = list(game.legal_moves())
            assert hint is not None and hint.move in moves
            assert not wastes(hint.move, moves)


def test_medium_lays_off_what_it_can_before_it_discards() -> None:
    for seed in range(sample(4, 12)):
        for game in positions(seed)[:60]:
            hint = STRATEGIES["medium"]().choose(game, None)
            assert hint is not None and hint.move is not None
            assert not wastes(hint.move, list(game.legal_moves()))


def wastes(move: Move, legal: list[Move]) -> bool:
    """Does the move discard a card that could be laid off?"""
    off = [other.arguments[0] for other in legal if other.name == "off"]
    return move.name == "discard" and move.arguments[0] in off


def wins(level: str, matches: int, **options: Any) -> int:
    """How many matches the first of the players at these levels wins."""
    setups = [
        Setup(Rummy, RummyOptions(humans=0, level=level, **options), seed)
        for seed in range(matches)
    ]
    return sum(STRATEGIES["medium"]().result(setup).winner == 1 for setup in setups)


TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"melds_per_turn": "one"},
    {"lay_off": "after-meld"},
    {"ace": "round"},
    {"go_out": "discard"},
)
"""Rules by which each level must be better than the one below."""


@pytest.mark.parametrize("levels", ["medium,easy", "hard,medium"])
def test_each_level_is_better_than_the_one_below(levels: str) -> None:
    """Equals would win 35 of 70, and more than 45 once in a hundred times.

    `make figures` counts the wins of many matches by each of the rules.
    """
    assert sum(wins(levels, 14, **options) for options in TABLES) > 45


def placed(game: Rummy, melds: tuple[Meld, ...] = (), **fields: Any) -> Rummy:
    """The position with these MELDS and FIELDS of its hand; seat 1 is to move."""
    return with_hand(replace(game, melds=melds), turn=1, **fields)


def hint(**fields: Any) -> Advice:
    """The hint of medium in a position of a match for two, built by hand."""
    game = Rummy.deal(shuffled_deck(Random(1)), RummyOptions())
    fields["hands"] = (pile(fields["hand"]), pile("AS 2S 9C KD"))
    del fields["hand"]
    found = STRATEGIES["medium"]().choose(placed(game, **fields), None)
    assert found is not None
    return found


class TestMedium:
    def test_a_card_that_completes_a_meld_is_taken(self) -> None:
        found = hint(hand="QC QD 3S 7H", discards=pile("2H QH"))
        assert str(found.move) == "take"

    def test_a_card_that_fits_a_meld_is_taken(self) -> None:
        melds = (Meld(pile("4H 5H 6H"), 2),)
        found = hint(hand="QC JD 3S", discards=pile("2D 7H"), melds=melds)
        assert str(found.move) == "take"

    def test_else_a_card_is_drawn(self) -> None:
        assert str(hint(hand="QC QD 3S 7H", discards=pile("2H")).move) == "draw"

    def test_the_dearest_card_without_company_is_discarded(self) -> None:
        found = hint(hand="QC QD 3S 7H", discards=(), drawn=True)
        assert str(found.move) == "discard 7H"

    def test_of_two_melds_that_a_card_fits_the_run_is_named(self) -> None:
        melds = (Meld(pile("7S 7H 7D"), 2), Meld(pile("4C 5C 6C"), 2))
        found = hint(hand="7C KH", discards=(), drawn=True, melds=melds)
        assert str(found.move) == "off 7C 2"


def held_back(rival: str = "AS 2C 9D KC JC 3D 8S 10C 7C 5D", **fields: Any) -> str:
    """The hint of hard with a meld in the hand, against a single rival."""
    game = Rummy.deal(shuffled_deck(Random(1)), RummyOptions())
    hands = (pile("4H 5H 6H 9C KD 2S"), pile(rival))
    found = STRATEGIES["hard"]().choose(placed(game, hands=hands, drawn=True, **fields), None)
    assert found is not None
    return str(found.move)


class TestHoldingBack:
    """What hard does with melds against a single rival."""

    def test_a_meld_that_the_rival_could_lay_off_on_is_held_back(self) -> None:
        assert held_back(discards=pile("3H")) == "discard KD"

    def test_a_meld_to_which_no_live_card_can_be_added_is_laid_down(self) -> None:
        assert held_back(discards=pile("3H 7H")).startswith("meld 4H 5H 6H")

    def test_a_card_that_fits_the_table_is_laid_off_all_the_same(self) -> None:
        melds = (Meld(pile("9H 9S 9D"), 2),)
        assert held_back(discards=pile("3H"), melds=melds).startswith("off 9C")

    def test_melds_are_laid_down_when_the_rival_is_close_to_going_out(self) -> None:
        assert held_back("AS 2C 9D", discards=pile("3H")).startswith("meld 4H 5H 6H")
