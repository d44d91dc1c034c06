"""The fast engine of Rummy against the rules: its tables, and hands played through both."""

from dataclasses import fields
from typing import Any

import pytest

from cardgames.games.rummy.game import Meld, Rummy
from cardgames.games.rummy.lookup import numbers, tables
from cardgames.games.rummy.melds import ACES, best_split, bits, fitting, is_run, melds_in, worth
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.playout import Round, round_of
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import DECK, Pile, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move


def some_hands(count: int) -> list[Pile]:
    """Hands of seven to eleven cards, of few ranks or suits so that they have melds."""
    random = Random(7)
    hands = []
    for number in range(count):
        part = DECK[:20] if number % 3 == 0 else DECK if number % 3 == 1 else DECK[::3] + DECK[5::7]
        cards = list(dict.fromkeys(part))
        random.shuffle(cards)
        hands.append(tuple(cards[: 7 + number % 5]))
    return hands


@pytest.mark.parametrize("ace", ACES)
class TestTables:
    def test_the_melds_of_a_hand_are_those_of_the_rules(self, ace: str) -> None:
        for hand in some_hands(60):
            expected = sorted(bits(meld) for meld in melds_in(hand, ace))
            assert sorted(tables(ace).melds(bits(hand))) == expected

    def test_a_split_leaves_as_little_as_that_of_the_rules(self, ace: str) -> None:
        for hand in some_hands(60):
            split = tables(ace).split(bits(hand))
            rest = worth(best_split(hand, ace).rest, ace)
            assert tables(ace).points(bits(hand) & ~split.cards) == rest
            assert sum(split.melds) == split.cards

    def test_what_fits_a_run_lies_beside_its_cards(self, ace: str) -> None:
        for run in melds_in(DECK, ace):
            if is_run(run):
                beside = 0
                for card in run:
                    beside |= tables(ace).beside[DECK.index(card)]
                assert beside & ~bits(run) == bits(fitting(run, ace))

    def test_what_completes_a_meld_is_waited_for(self, ace: str) -> None:
        for hand in some_hands(3):
            for card in hand:
                waits = {
                    third
                    for other in hand
                    for third in set(DECK) - set(hand)
                    if melds_in((card, other, third), ace)
                }
                outs, _ = tables(ace).outs(DECK.index(card), bits(hand), ~bits(hand))
                assert outs == len(waits)
                company = tables(ace).company(bits(hand)) >> DECK.index(card) & 1
                assert bool(waits) <= bool(company)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3, "melds_per_turn": "one", "ace": "high"},
    {"players": 4, "go_out": "discard", "ace": "round", "restock": "block"},
    {"players": 6, "lay_off": "after-meld", "dead_after": 1},
    {"players": 2, "go_out": "discard", "lay_off": "after-meld", "melds_per_turn": "one"},
]


def do(round: Round, game: Rummy, move: Move) -> None:
    """Make a move of the model in the engine."""
    cards = bits(card for card in move.arguments if not isinstance(card, int))
    if move.name in ("draw", "take"):
        getattr(round, move.name)()
    elif move.name == "meld":
        round.meld(cards)
    elif move.name == "discard":
        round.discard(cards.bit_length() - 1)
    else:
        fits = [number for number, meld in enumerate(game.melds, 1) if fits_on(game, meld, cards)]
        number = next((word for word in move.arguments if isinstance(word, int)), fits[0])
        round.lay_off(cards.bit_length() - 1, is_run(game.melds[number - 1].cards))


def fits_on(game: Rummy, meld: Meld, card: int) -> bool:
    return bool(card & bits(fitting(meld.cards, game.options.ace)))


def state(round: Round) -> dict[str, object]:
    """All that a round is, but for its end."""
    names = {field.name for field in fields(round)} - {"over", "winner"}
    return {name: getattr(round, name) for name in names}


def allowed(round: Round) -> set[tuple[str, int]]:
    """The moves that the engine allows, with the cards as a set."""
    if not round.drawn:
        return {("take", 0)} | ({("draw", 0)} if round.may_draw() else set())
    hand, rules = round.hands[round.turn], round.rules
    moves = {("discard", 1 << card) for card in numbers(hand & ~round.taken)}
    if rules.many_melds or not round.melds:
        melds = filter(round.may_part_with, rules.tables.melds(hand))
        moves |= {("meld", meld) for meld in melds}
    if round.may_lay_off():
        fits = numbers(hand & (round.runs | round.groups))
        moves |= {("off", 1 << card) for card in fits if round.may_part_with(1 << card)}
    return moves


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_go_alike_through_the_model_and_the_engine(options: dict[str, Any]) -> None:
    """Half of the moves are those of a computer player, half are any."""
    players = STRATEGIES["medium"]()
    for seed in range(8):
        random = Random(seed * 977)
        first = Rummy.deal(shuffled_deck(random), RummyOptions(**options))
        game, round = first, round_of(first)
        while game.hand == first.hand and game.outcome() is None:
            assert state(round) == state(round_of(game))
            moves = list(game.legal_moves())
            by_cards = {
                (move.name, bits(card for card in move.arguments if not isinstance(card, int)))
                for move in moves
            }
            assert by_cards == allowed(round)
            hint = players.choose(game, None) if random.below(2) else None
            move = hint.move if hint else moves[random.below(len(moves))]
            assert move is not None
            do(round, game, move)
            game = game.apply(move)
        assert round.over
        assert game.last is not None
        assert (game.last.winner or 0) == round.winner + 1
        assert [bits(hand) for hand in game.last.hands] == round.hands


def test_a_four_and_a_five_wait_for_two_cards() -> None:
    four, hand = DECK.index(pile("4H")[0]), bits(pile("5H KS"))
    assert tables("low").outs(four, hand, bits(pile("3H 6H 7H KH"))) == (2, 0)
    assert tables("low").outs(four, hand, bits(pile("6H 2H 3H 4C 4S KH"))) == (2, 2)
