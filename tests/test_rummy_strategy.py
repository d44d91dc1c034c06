"""The computer players of Rummy: fair, lawful, and each better than the one below."""

from collections import Counter
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from cardgames.games.rummy.game import Meld, Rummy
from cardgames.games.rummy.options import LEVELS, RummyOptions
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move, Setup
from cardgames.model.strategy import Result
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
    found: Rummy = with_hidden_cards_shuffled(game, game.turn, random)
    return found


def test_hard_is_lawful_under_all_options() -> None:
    for seed in range(8):
        for game in positions(seed)[seed % 5 :: 31]:
            with brief_computers():
                hint = STRATEGIES["hard"]().choose(game, None)
            moves = list(game.legal_moves())
            assert hint is not None and hint.move in moves
            assert not wastes(hint.move, moves)


def wastes(move: Move, legal: list[Move]) -> bool:
    off = [other.arguments[0] for other in legal if other.name == "off"]
    return move.name == "discard" and move.arguments[0] in off


def wins(level: str, matches: int, **options: Any) -> int:
    setups = [
        Setup(Rummy, RummyOptions(humans=0, level=level, **options), seed)
        for seed in range(matches)
    ]
    return sum(STRATEGIES["medium"]().result(setup).winner == 1 for setup in setups)


CHANGES = {"melds_per_turn": "one", "lay_off": "after-meld", "ace": "round", "go_out": "discard"}
TABLES: list[dict[str, Any]] = [{}, *({name: value} for name, value in CHANGES.items())]
"""Rules by which each level must be better than the one below."""


@pytest.mark.parametrize("levels", ["medium,easy", "hard,medium"])
def test_each_level_is_better_than_the_one_below(levels: str) -> None:
    """Equals would win 15 of 30, and more than 21 once in a hundred times.

    `make figures` counts the wins of many matches by each of the rules.
    """
    assert sum(wins(levels, 6, **options) for options in TABLES) > 21


def placed(game: Rummy, melds: tuple[Meld, ...] = (), **fields: Any) -> Rummy:
    return with_hand(replace(game, melds=melds), turn=1, **fields)


def held_back(rival: str = "AS 2C 9D KC JC 3D 8S 10C 7C 5D", **fields: Any) -> str:
    game = Rummy.deal(shuffled_deck(Random(1)), RummyOptions())
    hands = (pile("4H 5H 6H 9C KD 2S"), pile(rival))
    found = STRATEGIES["hard"]().choose(placed(game, hands=hands, drawn=True, **fields), None)
    assert found is not None
    return str(found.move)


class TestHoldingBack:
    def test_a_meld_that_the_rival_could_lay_off_on_is_held_back(self) -> None:
        assert held_back(discards=pile("3H")) == "discard KD"

    def test_a_meld_to_which_no_live_card_can_be_added_is_laid_down(self) -> None:
        assert held_back(discards=pile("3H 7H")).startswith("meld 4H 5H 6H")

    def test_a_card_that_fits_the_table_is_laid_off_all_the_same(self) -> None:
        melds = (Meld(pile("9H 9S 9D"), 2),)
        assert held_back(discards=pile("3H"), melds=melds).startswith("off 9C")

    def test_melds_are_laid_down_when_the_rival_is_close_to_going_out(self) -> None:
        assert held_back("AS 2C 9D", discards=pile("3H")).startswith("meld 4H 5H 6H")


OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "melds_per_turn": "one", "ace": "high"},
    {"players": 4, "go_out": "discard", "ace": "round", "restock": "block"},
    {"players": 6, "lay_off": "after-meld", "dead_after": 1},
    {"players": 2, "go_out": "discard", "lay_off": "after-meld", "melds_per_turn": "one"},
    {"restock": "shuffle", "dead_hand": "lowest", "dead_after": 1, "rummy_bonus": "double"},
]
RECORDED = (
    *("118fedd67aeb1880", "dabfafd40b594d2f", "3238a818a60e4be5", "a4884ac8760454db"),
    *("3fdb40253fc41f93", "9e4cdf13fd80275c"),
)
"""A digest of each walk by these OPTIONS, as version 1.9 made it."""


def state(game: Rummy) -> str:
    hands = [sorted(map(str, hand)) for hand in (*game.hands, *game.held)]
    piles = [*map(str, game.stock), "/", *map(str, game.discards)]
    score = game.scores, game.dealer, game.turn, game.drawn, game.taken, game.winners
    return f"{hands} {piles} {game.melds} {score} {sorted(map(str, game.legal_moves()))}"


def walked(options: dict[str, Any]) -> str:
    digest, player = sha256(), STRATEGIES["medium"]()
    for seed in range(3):
        random = Random(seed * 977)
        game = Rummy.deal(shuffled_deck(random), RummyOptions(**options))
        while game.hand < 3 and game.outcome() is None:
            digest.update(state(game).encode())
            moves = sorted(game.legal_moves(), key=str)
            hint = player.choose(game, None) if random.below(2) else None
            move = hint.move if hint else moves[random.below(len(moves))]
            assert move is not None
            game = game.apply(move)
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("options, recorded", [*zip(OPTIONS, RECORDED)], ids=str)
def test_hands_go_as_they_were_recorded(options: dict[str, Any], recorded: str) -> None:
    assert walked(options) == recorded


def by_the_rules(setup: Setup) -> Result:
    options = setup.options
    seats = range(1, options.players + 1)
    players = {seat: STRATEGIES[options.level_of(seat)]() for seat in seats}
    game = Rummy.deal(setup.deck or shuffled_deck(Random(setup.seed)), options)
    won = Counter[int | None]()
    while (outcome := game.outcome()) is None:
        hint = players[game.turn].choose(game, None)
        assert hint.move is not None
        after = game.apply(hint.move)
        if after.last is not None and after.last is not game.last:
            won[after.last.winner] += 1
        game = after
    extra = (*(won[seat] for seat in seats), *game.scores)
    return Result(outcome.winner, game.score(), game.length(0), extra)


def drawn_options(random: Random, levels: tuple[str, ...]) -> RummyOptions:
    options = some_options(random)
    drawn = [levels[random.below(len(levels))] for _ in range(options.players)]
    return replace(
        options,
        humans=0,
        level=",".join(drawn),
        rummy_bonus=("none", "double")[random.below(2)],
        target=1 if "hard" in drawn and options.players > 2 else options.target,
    )


@pytest.mark.usefixtures("brief_hints")
@pytest.mark.parametrize("levels, seeds", [(LEVELS[:2], range(12)), (LEVELS, range(40, 42))])
def test_matches_in_numbers_go_as_by_the_rules(levels: tuple[str, ...], seeds: range) -> None:
    for seed in seeds:
        setup = Setup(Rummy, drawn_options(Random(seed), levels), seed)
        assert STRATEGIES["medium"]().result(setup) == by_the_rules(setup), setup.command_line()
