"""The computer players of Rummy, and the judge of plans: fair, lawful, and each level better."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import Hand
from cardgames.games.rummy.judge import Judge, Tried, TurnPlan, grown_worlds
from cardgames.games.rummy.options import LEVELS, RummyOptions
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Setup
from cardgames.model.strategy import Result
from tests.samples import sample
from tests.seated import brief_computers
from tests.test_rummy import position
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
    for seed in range(sample(4, 8)):
        for game in positions(seed)[seed % 5 :: 31]:
            with brief_computers():
                hint = STRATEGIES["hard"]().choose(game, None)
            moves = list(game.legal_moves())
            assert hint is not None and hint.move in moves
            off = [move.arguments[0] for move in moves if move.name == "off"]
            assert hint.move.name != "discard" or hint.move.arguments[0] not in off


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


@pytest.mark.parametrize(("share", "slips"), [(0.149, True), (0.15, False)])
def test_easy_slips_in_15_of_100_decisions(
    monkeypatch: pytest.MonkeyPatch, share: float, slips: bool
) -> None:
    monkeypatch.setattr(Random, "below", lambda self, bound: int(share * bound))
    assert STRATEGIES["easy"]().takes(position("QC QD 3S / AC", discards="QH").now) is not slips
    assert STRATEGIES["easy"]().play(position("5H 6H 7H KD / AC", drawn=True).now)[1] is not slips


FEW = "AS 2C 6D"
MANY = f"{FEW} KC JC 3D 8S 10C 7C 5D"


@pytest.mark.parametrize(("rival", "discards", "melds", "move"), [
    (MANY, "3H", "", "discard KD"),  # the rival could lay off on a meld
    (MANY, "3H 7H", "", "meld 4H 5H 6H"),  # no live card can be added to this one
    (MANY, "3H", "2: 9H 9S 9D", "off 9C"), (FEW, "3H", "", "meld 4H 5H 6H"),
])  # fmt: skip
def test_when_melds_are_held_back(rival: str, discards: str, melds: str, move: str) -> None:
    game = position(f"4H 5H 6H 9C KD 2S/{rival}", discards, melds, drawn=True)
    assert str(STRATEGIES["hard"]().choose(game, None).move) == move


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
    game: Any = setup.dealt()
    players = [STRATEGIES[level]() for level in setup.options.level.split(",")]
    while (outcome := game.outcome()) is None:
        game = game.apply(players[game.turn - 1].choose(game, None).move)
    won = [game.winners.count(seat) for seat in range(1, len(players) + 1)]
    return Result(outcome.winner, game.scores[0], game.hand, (*won, *game.scores))


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
@pytest.mark.parametrize("levels, seeds", [
    (LEVELS[:2], range(sample(4, 12))), (LEVELS, range(40, 42)),
])  # fmt: skip
def test_matches_in_numbers_go_as_by_the_rules(levels: tuple[str, ...], seeds: range) -> None:
    for seed in seeds:
        setup = Setup(Rummy, drawn_options(Random(seed), levels), seed)
        assert STRATEGIES["medium"]().result(setup) == by_the_rules(setup), setup.command_line()


SOME = Rummy.deal(DECK, RummyOptions()).now


def foretold(hand: Hand, count: int) -> float:
    """The share of COUNT worlds in which the player to move wins by playing as hard does."""
    trial = Tried(TurnPlan("take" if STRATEGIES["hard"]().takes(hand) else "draw"), hand)
    Judge(hand).go_on([trial], count)
    return trial.chance


def before_turns(setup: Setup, *turns: int) -> Iterator[Hand]:
    game: Any = setup.dealt()
    hand: Hand = game.now
    while not hand.over:
        if hand.turns in turns:
            yield hand
        STRATEGIES[setup.options.level_of(hand.turn + 1)]().turn(hand)


def test_the_chances_of_two_equals_add_up_to_one() -> None:
    """In hands dealt at random the rival would look weak, and the sum would be 1.3."""
    options, total = RummyOptions(humans=0, level="hard"), 0.0
    for seed in range(6):
        total += sum(
            [foretold(hand, 24) for hand in before_turns(Setup(Rummy, options, seed), 6, 7)]
        )
    assert total / 6 == pytest.approx(1, abs=0.1)


def test_a_world_deals_each_card_once_and_keeps_what_is_known() -> None:
    for game in [game for seed in range(sample(4, 8)) for game in positions(seed)[seed % 7 :: 17]]:
        hand = game.seen_by(game.turn).now
        for world in islice(grown_worlds(hand), 3):
            stock = [1 << card for card in world.stock]
            assert sum([*world.hands, *stock, world.out]) == (1 << 52) - 1
            assert world.hands[hand.turn] == hand.own
            assert len(world.stock) == len(game.stock)
            assert [hand.bit_count() for hand in world.hands] == list(map(len, game.hands))
            assert all(held & hand == held for held, hand in zip(hand.held, world.hands))
            if game.now.order_known:
                assert world.stock == hand.stock


def test_a_taken_card_is_in_a_meld_if_its_player_holds_melds_back() -> None:
    """In a hand dealt at random it would be in one time in four."""
    melded = count = 0
    for seed in range(20):
        options = RummyOptions(humans=0, level="hard")
        for hand in before_turns(Setup(Rummy, options, seed), 5):
            taken = hand.held[1 - hand.turn]
            for world in islice(grown_worlds(hand), 8 if taken else 0):
                split = world.rules.melds.split(world.hands[1 - hand.turn])
                melded += (taken & split.cards).bit_count()
                count += taken.bit_count()
    assert count > 30 and melded / count > 0.6
