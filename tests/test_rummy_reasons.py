"""The hints of Rummy: what they say a move is good for, and that it is true."""

import re
from typing import Any

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.judge import Tried, TurnPlan
from cardgames.games.rummy.melds import NUMBERS, bits, is_run
from cardgames.games.rummy.strategy import ONLY, rather, why
from cardgames.model.cards import BACK, DECK, Card, Pile, pile
from tests.samples import sample
from tests.test_rummy import after, position
from tests.test_rummy_strategy import positions


def reason(game: Rummy, move: str) -> str:
    return why(game.seen_by(game.turn), game.parse(move))


def choice(game: Rummy, card: str, *down: str) -> Tried:
    seen = game.seen_by(game.turn)
    plan = TurnPlan("", tuple(bits(pile(meld)) for meld in down), NUMBERS[pile(card)[0]])
    return Tried(plan, seen.now)


def for_it(game: Rummy, card: str, other: str, *down: str) -> list[str]:
    seen = game.seen_by(game.turn)
    return list(rather(seen, choice(game, card, *down), choice(game, other)).values())


def drawn(hand: str, *others: str, **changes: Any) -> Rummy:
    rivals = others or ("AC 2H JD 9C",)
    return position(" / ".join([hand, *rivals]), drawn=True, **changes)


HELD = (frozenset[Card](), frozenset(pile("6S 7S")))
QUEENS, ROUND = "QC QD 3S / AC", frozenset(pile("QH 5S"))
KNOWN = "2H completes no meld; the stock brings QH, and QH completes QC QD QH"


@pytest.mark.parametrize(("game", "card", "other", "said"), [
    (drawn("8C 7C KH KD", discards="9S 6C"), "8C", "KH",
     "only 1 of the unseen cards makes a meld with it, 2 with KH"),
    (drawn("8C 7C KH KD", "AC 2H", discards="9C 6C"), "8C", "KH",
     "none of the unseen cards makes a meld with it, 2 with KH"),
    (drawn("8S KH", "6S 7S JD", discards="2C", held=HELD), "KH", "8S",
     "computer 2 holds 6S 7S, which 8S completes"),
    (drawn("KH 9D", discards="KD KC"), "KH", "9D", "a rival could use it in 1 way, 9D in 6"),
])  # fmt: skip
def test_what_speaks_for_a_discard(game: Rummy, card: str, other: str, said: str) -> None:
    assert for_it(game, card, other)[0] == said


@pytest.mark.parametrize(("game", "move", "said"), [
    (drawn("5C 6C 7C 9D 10D JD KH", "AC", melds_per_turn="one", made=1), "discard KH",
     "every other card that you may discard is in a meld"),
    (after(position("AC / 2D", discards="9S"), "take"), "discard AC", ONLY),
    (position("QC QD 3S 7H / AC", discards="2H QH"), "take", "QH completes QC QD QH"),
    (position("QC / AC", discards="7H", melds="2: 2C 3C 4C/2: 4H 5H 6H"), "take",
     "7H fits meld 2, 4H 5H 6H"),
    (position("QC QD 3S 7H / AC", discards="2H QH"), "draw",
     "QH completes QC QD QH, but all would know that you hold it"),
    # who remembers the discards knows the next card
    (position(QUEENS, discards="2H", stock="QH 5S", restocked=ROUND), "draw", KNOWN),
    (position(QUEENS, discards="QH 2H", stock=""), "draw", KNOWN),
    (position("QC / AC", discards="7H", melds="2: 4H 5H 6H", lay_off="after-meld"), "draw",
     "7H completes no meld, and you may not lay it off yet; "),
    (position("QC JD / AC", discards="2H", stock="", restock="shuffle"), "take",
     "there is no card to draw"),
    (drawn("5C 6C 7C 2S 9D", "JD 9C"), "meld 5C 6C 7C",
     "on the table it counts nothing against you, and somebody has only 2 cards left"),
])  # fmt: skip
def test_what_a_move_is_good_for(game: Rummy, move: str, said: str) -> None:
    assert reason(game, move).startswith(said)


def test_what_is_laid_down_goes_with_nothing() -> None:
    game = drawn("QD QH QS AS 10D 2C", discards="KC")
    assert not any("goes with" in said for said in for_it(game, "AS", "10D", "QD QH QS"))
    game = drawn("9D 10D QD 9H JD 9S 2C", "AC 2H", discards="KC")
    assert not any("part" in said for said in for_it(game, "2C", "9S", "9D 10D JD QD"))
    assert for_it(game, "2C", "10D", "9D 10D JD QD")[0] == "10D is part of 9D 10D JD QD"


def unseen(game: Rummy) -> list[Card]:
    seen = game.seen_by(game.turn)
    if seen.stock and BACK not in seen.stock:
        return list(seen.stock)
    sides = zip([*game.hands, game.stock], [*seen.hands, seen.stock])
    return [card for cards, backs in sides for card, back in zip(cards, backs) if back is BACK]


def groups(text: str) -> list[Pile]:
    card = r"(?:10|[2-9AJQK])[CDHS]"
    return [pile(found) for found in re.findall(rf"{card}(?: {card})*", text)]


def check_discard(
    game: Rummy, card: Card, other: Card, said: str, down: tuple[Pile, ...] = ()
) -> None:
    """Check what is said for the discard of CARD after melds laid DOWN, and not of the OTHER one.

    Cards that are laid down or stay in a meld go with no other card.
    """
    gone = {card for meld in down for card in meld}
    hand = [card for card in game.hands[game.turn - 1] if card not in gone]
    rules, seen = game.options.melds, unseen(game)
    threes = [set(meld) for meld in rules.melds_in(DECK) if len(meld) == 3]
    melds = rules.best_split(tuple(one for one in hand if one != card))
    kept = {one for meld in melds for one in meld}

    def partners(one: Card) -> set[Card]:
        others = [two for two in hand if two != one and (one is card or two not in kept)]
        live = [meld for meld in threes if one is card or meld & {*seen}]
        return {two for two in others if any({one, two} <= meld for meld in live)}

    def completing(one: Card) -> int:
        pairs = [{one, two} for two in partners(one)]
        return len({c for c in seen if any({*pair, c} in threes for pair in pairs)})

    if named := re.search(r"nothing you hold goes with it, while (\S+) goes with (.*)", said):
        assert not partners(card) and partners(other) == {c for p in groups(named[2]) for c in p}
    elif share := re.search(r"(none|\d+) of the .* makes? a meld with it, (\d+) with", said):
        some = 0 if share[1] == "none" else int(share[1])
        assert completing(card) == some < int(share[2]) == completing(other)
    elif ways := re.search(r"(?:in (\d+) ways?|no rival can use \S+), \S+.* in (\d+)", said):
        assert uses(game, card) == int(ways[1] or 0) < int(ways[2]) == uses(game, other)
    elif "part of" in said:
        (meld,) = groups(said.partition(" part of ")[2])
        assert other in meld and card not in meld
        assert meld in melds or set(meld) in map(set, down)
    elif left := re.search(r"it leaves you (\d+) outs, \S+ only (\d+)", said):
        first = choice(game, str(card), *(" ".join(map(str, meld)) for meld in down))
        assert first.outs == int(left[1]) > int(left[2]) == choice(game, str(other)).outs
    elif "holds" in said:
        (pair,) = groups(said.partition("holds ")[2].partition(",")[0])
        assert {*pair, other} in threes and any(set(pair) <= held for held in game.held)
    else:
        assert said == f"it counts more than {other}"
        assert rules.values[NUMBERS[card]] > rules.values[NUMBERS[other]]


def uses(game: Rummy, card: Card) -> int:
    rules, seat, seen = game.options.melds, game.turn, game.seen_by(game.turn)
    known = {*game.hands[seat - 1], *game.discards, *(c for meld in game.melds for c in meld.cards)}
    if BACK not in seen.stock:
        known |= {*seen.stock}
    threes = [set(meld) for meld in rules.melds_in(DECK) if len(meld) == 3 and card in meld]
    found = sum(not known & (meld - {card}) for meld in threes)
    if game.options.lay_off == "any" or any(meld.owner != seat for meld in game.melds):
        kinds = [is_run(bits(game.melds[n - 1].cards)) for n in game.homes(card)]
        found += (True in kinds) + (False in kinds)
    return found


def check_share(game: Rummy, said: str) -> None:
    share = re.search(r"(\d+|none) of (\d+) (?:unseen cards|cards of the stock) (.*)", said)
    if share is None:
        return
    some = 0 if share[1] == "none" else int(share[1])
    cards, rules, hand = unseen(game), game.options.melds, game.hands[game.turn - 1]
    assert int(share[2]) == len(cards)
    if share[3].startswith("complete"):
        pairs = [cards for cards in groups(share[3].partition(";")[0]) if len(cards) == 2]
        assert some == sum(any(rules.melds_in((*p, card)) for p in pairs) for card in cards)
    else:
        new = [card for card in cards if any(card in m for m in rules.melds_in((*hand, card)))]
        may = game.now.may_lay_off()
        assert some == sum(card in new or may and bool(game.homes(card)) for card in cards)


def check_use(game: Rummy, said: str) -> None:
    rules, hand = game.options.melds, game.hands[game.turn - 1]
    for done in re.finditer(r"(10.|[2-9AJQK].) completes ([2-9AJQK1].*)", said):
        (card,), meld = pile(done[1]), groups(done[2])[0]
        assert meld in rules.melds_in((*hand, card)) and card in meld
    for fit in re.finditer(r"(\w+) fits meld (\d+)", said):
        assert int(fit[2]) in game.homes(pile(fit[1])[0])
    if "fits none" in said:
        assert game.melds and not game.homes(game.discards[-1])


@pytest.mark.parametrize("seed", range(sample(3, 6)))
def test_every_reason_is_true(seed: int) -> None:
    for game in positions(seed)[::5]:
        seen = game.seen_by(game.turn)
        for move in game.legal_moves():
            said = why(seen, move)
            assert "{" not in said and said and said[0] != " "
            check_share(game, said)
            check_use(game, said)
            hand = game.hands[game.turn - 1]
            cards = [card for card in move.arguments if isinstance(card, Card)]
            assert (said == "it ends the hand") == (len(cards) == len(hand))
            left = re.search(r"somebody has only (\d) card", said)
            assert left is None or int(left[1]) in [
                len(cards) for n, cards in enumerate(game.hands, 1) if n != game.turn
            ]


@pytest.mark.parametrize("seed", range(6))
def test_all_that_speaks_for_a_discard_is_true_and_not_of_the_other_one(seed: int) -> None:
    for game in [game for game in positions(seed)[::7] if game.drawn]:
        hand = [card for card in game.hands[game.turn - 1] if card is not game.taken]
        for card, other in zip(hand, hand[1:]):
            for said in for_it(game, str(card), str(other)):
                check_discard(game, card, other, said)
            for meld in game.options.melds.best_split(game.hands[game.turn - 1])[:1]:
                if card not in meld:
                    for said in for_it(game, str(card), str(other), " ".join(map(str, meld))):
                        if " rival " not in said:
                            check_discard(game, card, other, said, (meld,))


def test_the_way_out_is_one() -> None:
    found = 0
    for seed in range(sample(4, 12)):
        for game in positions(seed)[::2]:
            for move in list(game.legal_moves())[:1] if game.drawn else []:
                if why(game.seen_by(game.turn), move) == "you can go out in this turn":
                    found += 1
                    assert can_go_out(game)
    assert found


def can_go_out(game: Rummy) -> bool:
    for move in game.legal_moves():
        reached = game.apply(move)
        if reached.last is not game.last:
            return True
        if reached.turn == game.turn and can_go_out(reached):
            return True
    return False
