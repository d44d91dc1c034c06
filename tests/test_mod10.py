"""The rules of Mod10, by positions built by hand."""

from dataclasses import replace
from typing import Any

import pytest

from cardgames.games.mod10.game import Mod10, Mod10Options
from cardgames.model.cards import DECK, pile
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Outcome
from cardgames.play.session import History
from tests.positions import after, refused
from tests.seated import session_of

TENS = "10C JC QC KC 10D JD QD"
TWO = "2C 3C 5C/4C 6C 10C/2D/4D/2H/4H/2S"
FEW = "2C 3C//2D/4D/2H/4H/2S"
TOGETHER = "of stack 1 only 1 2 7, 1 6 7, 5 6 7 and 1 2 3 can"
LAST = "the last one dealt to: pick up only from stack 2"
STACKS = "2C 3C/4C 9C/2D 3D/4D 9D/2H 3H/4H 9H/2S 3S"


def position(
    stacks: str = STACKS, deck: str = "AC AD AH", current: int = 7, pick_up: str = "any"
) -> Mod10:
    piles = tuple(pile(stack) for stack in stacks.split("/"))
    assert len(piles) == 7
    return Mod10(Mod10Options(pick_up), pile(deck)[::-1], piles, current, dealt=60)


OTHERS = "/4D/2D/4S/2H/4H/2S"  # six stacks without a triplet


@pytest.mark.parametrize(("stack", "move", "left"), [
    # A triplet makes 10, 20 or 30.
    ("AC 2C 7C", "pick 1", ""), ("KC QC JC", "pick 1", ""), ("10C 9C AC", "pick 1", ""),
    # It is three neighbors on the ring, with an end of the stack; all these are tens.
    (TENS, "pick 1 1 2 3", "KC 10D JD QD"), (TENS, "pick 1 1 2 7", "QC KC 10D JD"),
    (TENS, "pick 1 1 6 7", "JC QC KC 10D"), (TENS, "pick 1 5 6 7", "10C JC QC KC"),
    # Of four cards any three will do; they are named by place or name, in any order.
    *(("2C 6D 5C 3C", f"p 1{names}", "6D")
      for names in ("", " 1 3 4", " 3 1 4", " 2C 5C 3C", " 3C 2C 5C", " 1 5C 4")),
    ("10C JC QC KC", "pick 1 1 2 3", "KC"), ("10C JC QC KC", "pick 1 1 2 4", "QC"),
    ("10C JC QC KC", "pick 1 1 3 4", "JC"), ("10C JC QC KC", "pick 1 2 3 4", "10C"),
])  # fmt: skip
def test_what_can_be_picked_up(stack: str, move: str, left: str) -> None:
    assert after(position(stack + OTHERS), move).stacks[0] == pile(left)


@pytest.mark.parametrize(("stacks", "options", "move", "why"), [
    (f"2C 3C 5C{OTHERS}", {"deck": ""}, "deal",
     "the deck is empty: a triplet must be picked up first"),
    (f"AC 2C 8C{OTHERS}", {}, "pick 1 1 2 3", "AC, 2C and 8C make 11, not 10, 20 or 30"),
    *((TENS + OTHERS, {}, f"pick 1 {places}", f"{cards} cannot be picked up together: {TOGETHER}")
      for places, cards in (
          ("2 3 4", "JC, QC and KC"), ("1 3 5", "10C, QC and 10D"), ("2 6 7", "JC, JD and QD"))),
    (f"2C 5D 5C 3C{OTHERS}", {}, "pick 1",
     "stack 1 has 2 triplets, name one: 1 2 4 (2C 5D 3C), 1 3 4 (2C 5C 3C)"),
    (FEW, {}, "pick 1", "stack 1 has no triplet"),
    (FEW, {}, "pick 1 1 2 3", "stack 1 has the places 1 to 2"),
    (FEW, {}, "pick 1 0 1 2", "stack 1 has the places 1 to 2"),
    (FEW, {}, "pick 1 1 2 2", "3C is named twice: a triplet is three cards"),
    (FEW, {}, "pick 1 2C 3C KS", "KS is not in stack 1"),
    (FEW, {}, "pick 2", "stack 2 is gone"),
    *((TWO, {"current": 2, "pick_up": rule}, "pick 1", f"stack 1 is not {LAST}")
      for rule in ("current", "must")),
    (TWO, {"current": 2, "pick_up": "must"}, "deal",
     "stack 2 has a triplet: it must be picked up first"),
])  # fmt: skip
def test_what_is_refused(stacks: str, options: dict[str, Any], move: str, why: str) -> None:
    assert refused(position(stacks, **options), move) == why


@pytest.mark.parametrize(
    "move",
    ["pick 8", "pick 0 1 2 3", "pick 1 2", "pick 1 x y z", "pick", "pick 1 3c three-of-clubs"],
)
def test_what_is_not_understood(move: str) -> None:
    with pytest.raises(InvalidCommand):
        Mod10.parse(move)


@pytest.mark.parametrize(("rule", "lost"), [
    ("any", "no stack has a triplet"), ("current", "stack 4, the last one, has no triplet"),
    ("must", "stack 4, the last one, has no triplet"),
])  # fmt: skip
def test_the_game_is_lost_when_the_deck_is_empty_and_no_open_stack_has_a_triplet(
    rule: str, lost: str
) -> None:
    stacks = f"2C 3C {'6C' if rule == 'any' else '5C'}/4C/2D/4D/2H/4H/2S"
    game = position(stacks, deck="", current=4, pick_up=rule)
    assert game.outcome() == Outcome(0, f"the deck is empty, and {lost}")
    game = position("2C 3C 5C/4C/2D/4D/2H/4H/2S", deck="", current=1, pick_up=rule)
    assert game.outcome() is None
    assert after(game, "pick 1 1 2 3", "deal").current == 2, "the triplet fills the deck"


@pytest.mark.parametrize("rule", ["any", "current", "must"])
def test_a_repeated_position_is_a_draw_under_must_and_else_only_reported(rule: str) -> None:
    """9S, AS and 10H are picked up and dealt over and over."""
    session = session_of(Mod10, pick_up=rule)
    first = position("////3S 5S 9S AS//", deck="10H", current=5, pick_up=rule)
    assert first.key() != replace(first, current=4).key()
    session.history = History(first)
    for move in ("deal", "pick 5 3 4 5", "deal", "deal"):
        assert not session.history.earlier
        session.make(Mod10.parse(move))
    assert session.history.earlier
    if rule != "must":
        assert session.outcome() is None
        session.make(Mod10.parse("deal"))
        return
    assert session.outcome() == Outcome(None, "the position has come back")
    with pytest.raises(IllegalMove, match="the game is over: the position has come back"):
        session.make(Mod10.parse("deal"))
    session.undo(1)
    assert session.outcome() is None


def test_a_deck_may_be_given_by_values_or_by_cards() -> None:
    text = " ".join(str(min(card.rank.value, 10)) for card in DECK)
    assert sorted(map(str, Mod10.read_deck(text))) == sorted(map(str, DECK))
    assert Mod10.read_deck("10D TD ace of spades") == pile("10D 10D AS")
    for text in ("1 1 1 1 1", "11", "0", "9" * 99):
        with pytest.raises(InvalidCommand, match="is left in the deck"):
            Mod10.read_deck(text)
