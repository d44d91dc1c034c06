"""The hints of Rummy: what they say a move is good for, and that it is true."""

import re
from typing import Any

import pytest

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import fits, homes, melds_in
from cardgames.games.rummy.reasons import why
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import BACK, DECK, Card, Pile, pile
from cardgames.model.deal import Random
from cardgames.model.game import Move
from tests.test_rummy import after, position
from tests.test_rummy_strategy import permuted, positions


def reason(game: Rummy, move: str) -> str:
    """The reason that the player to move is told."""
    return why(game.seen_by(game.turn), game.parse(move))


def drawn(hand: str, *others: str, **changes: Any) -> Rummy:
    """A position after the draw, against a rival with four cards, or OTHERS."""
    rivals = others or ("AC 2H JD 9C",)
    return position(" / ".join([hand, *rivals]), drawn=True, **changes)


class TestDiscards:
    def test_nothing_goes_with_it(self) -> None:
        game = drawn("KH 2C 3C", discards="KD 9S KC")
        assert reason(game, "discard KH") == "nothing you hold goes with it, and two kings are gone"

    def test_a_card_on_the_table_is_gone_too(self) -> None:
        game = drawn("6H 2C", melds="2: 5S 6S 7S")
        assert reason(game, "discard 6H") == "nothing you hold goes with it, and a six is gone"

    def test_the_odds_that_it_becomes_a_meld(self) -> None:
        game = drawn("8C 7C KH KD KC", discards="9S 6C")
        assert reason(game, "discard 8C").startswith(
            "only 1 of 45 unseen cards completes 7C 8C; KC KD KH stays in your hand"
        )
        game = drawn("8C 7C QH KD", discards="9S 6C")
        assert reason(game, "discard 8C") == (
            "1 of 46 unseen cards completes 7C 8C, but it counts 8 against you"
        )

    def test_no_card_is_left_to_complete_it(self) -> None:
        game = drawn("7C 8C KH", "AC 2H", discards="6C 9C")
        assert reason(game, "discard 8C") == "none of 47 unseen cards completes 7C 8C"

    def test_a_card_known_to_be_in_a_hand_is_not_unseen(self) -> None:
        held = (frozenset[Card](), frozenset(pile("9C")))
        game = drawn("7C 8C KH", discards="6C", held=held)
        assert reason(game, "discard 8C") == "none of 47 unseen cards completes 7C 8C"

    def test_only_what_is_in_a_known_stock_can_come(self) -> None:
        game = drawn("7C 8C KH", stock="6C QS 2D", restocked=frozenset(pile("6C QS 2D 5D")))
        assert reason(game, "discard 8C") == (
            "1 of 3 cards of the stock completes 7C 8C, but it counts 8 against you"
        )

    def test_a_long_meld_can_spare_it(self) -> None:
        game = drawn("5C 6C 7C 8C", go_out="discard")
        assert reason(game, "discard 8C").startswith("5C 6C 7C is a meld without it")

    def test_what_is_kept_back_is_named(self) -> None:
        game = drawn("5C 6C 7C KH QD JS", melds="2: 10C 10D 10H")
        assert reason(game, "discard KH") == (
            "nothing you hold goes with it; "
            "5C 6C 7C stays in your hand, where nobody can lay off on it"
        )

    def test_nothing_is_kept_back_where_it_could_not_be_laid_down(self) -> None:
        game = drawn("5C 6C 7C KH QD", melds_per_turn="one", melded=1)
        assert reason(game, "discard KH") == "nothing you hold goes with it"

    def test_a_card_that_could_be_laid_off_is_named(self) -> None:
        game = drawn("10C KH 2S", melds="2: JC QC KC", stock="QS")
        assert reason(game, "discard KH").endswith("; 10C can be laid off later, too")

    def test_the_last_card(self) -> None:
        assert reason(drawn("KH"), "discard KH") == "it ends the hand"


class TestDrawing:
    def test_a_card_that_completes_a_meld(self) -> None:
        game = position("QC QD 3S 7H / AC", discards="2H QH")
        assert reason(game, "take") == "QH completes QC QD QH"
        assert reason(game, "draw") == (
            "QH completes QC QD QH, but all would know that you hold it"
        )

    def test_a_card_that_fits_a_meld(self) -> None:
        game = position("QC JD 3S / AC", discards="2D 7H", melds="2: 4H 5H 6H")
        assert reason(game, "take") == "7H fits meld 1, 4H 5H 6H"

    def test_a_card_that_may_come_to_something(self) -> None:
        game = position("QC JD 3S / AC", discards="2D QH")
        assert reason(game, "take") == "2 of 47 unseen cards complete QC QH, if you take it"

    def test_what_the_stock_may_bring(self) -> None:
        game = position("QC QD 3S 7H / AC", discards="2H")
        assert reason(game, "draw") == "2H completes no meld; 2 of 47 unseen cards would"
        game = position("QC QD 3S 7H / AC", discards="2H", melds="2: 9C 9D 9H")
        assert reason(game, "draw") == (
            "2H completes no meld and fits none; 3 of 44 unseen cards would"
        )

    def test_who_remembers_the_discards_knows_the_next_card(self) -> None:
        known = frozenset(pile("QH 5S"))
        game = position("QC QD 3S / AC", discards="2H", stock="QH 5S", restocked=known)
        said = "2H completes no meld; the stock brings QH, and QH completes QC QD QH"
        assert reason(game, "draw") == said
        assert reason(position("QC QD 3S / AC", discards="QH 2H", stock=""), "draw") == said

    def test_a_card_that_fits_but_may_not_be_laid_off(self) -> None:
        game = position("QC / AC", discards="7H", melds="2: 4H 5H 6H", lay_off="after-meld")
        said = "7H completes no meld, and you may not lay it off yet; "
        assert reason(game, "draw").startswith(said)

    def test_there_is_no_card_to_draw(self) -> None:
        game = position("QC JD / AC", discards="2H", stock="", restock="shuffle")
        assert reason(game, "take") == "there is no card to draw"


class TestLayingDown:
    def test_the_last_cards(self) -> None:
        assert reason(drawn("5C 6C 7C"), "meld 5C 6C 7C") == "it ends the hand"

    def test_the_way_out(self) -> None:
        game = drawn("5C 6C 7C KC KD KH 8C 2S")
        assert reason(game, "meld KC KD KH") == "you can go out in this turn"

    def test_somebody_is_close_to_going_out(self) -> None:
        game = drawn("5C 6C 7C 2S 9D", "JD 9C")
        assert reason(game, "meld 5C 6C 7C") == (
            "on the table it counts nothing against you, and somebody has only 2 cards left"
        )

    def test_what_is_on_the_table_counts_nothing(self) -> None:
        game = drawn("5C 6C 7C 2S 9D 10C", melds="2: JC QC KC")
        assert reason(game, "off 10C") == "on the table it counts nothing against you"


def unseen(game: Rummy) -> list[Card]:
    """The cards that may come, counted from what is behind the backs that the player sees."""
    seen = game.seen_by(game.turn)
    if seen.stock and BACK not in seen.stock:
        return list(seen.stock)
    sides = zip([*game.hands, game.stock], [*seen.hands, seen.stock])
    return [card for cards, backs in sides for card, back in zip(cards, backs) if back is BACK]


def groups(text: str) -> list[Pile]:
    """The cards that stand together in a text."""
    card = r"(?:10|[2-9AJQK])[CDHS]"
    return [pile(found) for found in re.findall(rf"{card}(?: {card})*", text)]


def check_discard(game: Rummy, card: Card, said: str) -> None:
    """Check what is said of a discard."""
    hand, ace = game.hands[game.turn - 1], game.options.ace
    partners = [
        other
        for other in hand
        if any(len(meld) == 3 and {card, other} <= set(meld) for meld in melds_in(DECK, ace))
    ]
    assert ("nothing you hold goes with it" in said) <= (partners == [card])
    if gone := re.search(r"and (an?|two|three) (\w+) (?:is|are) gone", said):
        table = [*game.discards, *(c for meld in game.melds for c in meld.cards)]
        same = sum(other.rank == card.rank for other in table)
        assert same == {"a": 1, "an": 1, "two": 2, "three": 3}[gone[1]]
    if kept := re.search(r"(?:^|; )([^;]*) stays? in your hand", said):
        for meld in groups(kept[1]):
            assert Move("meld", meld) in list(game.legal_moves()) and card not in meld


def check_share(game: Rummy, said: str) -> None:
    """Check the odds in a reason."""
    share = re.search(r"(\d+|none) of (\d+) (?:unseen cards|cards of the stock) (.*)", said)
    if share is None:
        return
    some = 0 if share[1] == "none" else int(share[1])
    cards, ace, hand = unseen(game), game.options.ace, game.hands[game.turn - 1]
    assert int(share[2]) == len(cards)
    if share[3].startswith("complete"):
        pairs = [cards for cards in groups(share[3].partition(";")[0]) if len(cards) == 2]
        assert some == sum(any(melds_in((*p, card), ace) for p in pairs) for card in cards)
    else:
        new = [card for card in cards if any(card in m for m in melds_in((*hand, card), ace))]
        table = [meld.cards for meld in game.melds] if game.may_lay_off() else []
        assert some == sum(card in new or any(fits(card, m, ace) for m in table) for card in cards)


def check_use(game: Rummy, said: str) -> None:
    """Check which meld a card is said to complete, or to fit."""
    ace, hand = game.options.ace, game.hands[game.turn - 1]
    table = [meld.cards for meld in game.melds]
    for done in re.finditer(r"(10.|[2-9AJQK].) completes ([2-9AJQK1].*)", said):
        (card,), meld = pile(done[1]), groups(done[2])[0]
        assert meld in melds_in((*hand, card), ace) and card in meld
    for fit in re.finditer(r"(\w+) fits meld (\d+)", said):
        assert int(fit[2]) in homes(pile(fit[1])[0], table, ace)
    if "fits none" in said:
        assert table and not homes(game.discards[-1], table, ace)


@pytest.mark.parametrize("seed", range(6))
def test_every_reason_is_true(seed: int) -> None:
    """Of each move that the rules allow, whoever would make it."""
    for game in positions(seed)[::5]:
        seen = game.seen_by(game.turn)
        for move in game.legal_moves():
            said = why(seen, move)
            assert "{" not in said and said and said[0] != " "
            check_share(game, said)
            check_use(game, said)
            hand = game.hands[game.turn - 1]
            if move.name == "discard" and len(hand) > 1:
                check_discard(game, move.arguments[0], said)
            cards = [card for card in move.arguments if isinstance(card, Card)]
            assert (said == "it ends the hand") == (len(cards) == len(hand))
            left = re.search(r"somebody has only (\d) card", said)
            assert left is None or int(left[1]) in [
                len(cards) for n, cards in enumerate(game.hands, 1) if n != game.turn
            ]


def test_the_way_out_is_one() -> None:
    found = 0
    for seed in range(12):
        for game in positions(seed)[::2]:
            for move in list(game.legal_moves())[:1] if game.drawn else []:
                if why(game.seen_by(game.turn), move) == "you can go out in this turn":
                    found += 1
                    assert can_go_out(game)
    assert found


def can_go_out(game: Rummy) -> bool:
    """Does some order of moves end the hand in this turn?"""
    for move in game.legal_moves():
        reached = game.apply(move)
        if reached.last is not game.last:
            return True
        if reached.turn == game.turn and can_go_out(reached):
            return True
    return False


def test_what_cannot_be_seen_changes_no_reason() -> None:
    random = Random(5)
    for seed in range(6):
        for game in positions(seed)[seed % 7 :: 11]:
            other = permuted(game, random)
            for move in game.legal_moves():
                assert why(game.seen_by(game.turn), move) == why(other.seen_by(game.turn), move)


def test_the_hints_say_so() -> None:
    game = after(position("QC QD 3S 7H / AC 2C 3H", discards="2H QH"), "take")
    hint = STRATEGIES["hint"]().choose(game, None)
    assert hint is not None and hint.move is not None
    assert hint.why == why(game.seen_by(1), hint.move)
