"""The rules of Clock, by positions built by hand, and its fast computer player."""

from fractions import Fraction
from math import comb, perm

import pytest

from cardgames.games.clock.game import HOURS, Clock, ClockOptions, ClockStrategy
from cardgames.model.cards import BACK, Pile, Suit, parse_card, pile
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Outcome, Setup
from cardgames.model.strategy import Strategy
from tests.positions import refused
from tests.samples import sample

LOST = "the fourth king is up, with"
PLACE, REVEAL = ClockOptions(), ClockOptions(win="reveal")


def ranked(label: str) -> Pile:
    return tuple(parse_card(f"{label}{suit.value}") for suit in Suit)


IN_PLACE = tuple(ranked(label) for label in "A 2 3 4 5 6 7 8 9 10 J Q".split())
# The deck that deals these piles, each from its bottom, and the kings in the middle.
SORTED = tuple(reversed([cards[turn] for turn in range(4) for cards in IN_PLACE] + [*ranked("K")]))


def nearly_over(
    hours: tuple[Pile, ...] = IN_PLACE, face_down: int = 0, options: ClockOptions = PLACE
) -> Clock:
    """Return a game with three kings up in the middle and the fourth at the bottom of the aces.

    The ace of spades is in hand. At each other hour, FACE_DOWN cards still lie face down.
    """
    aces = pile("KS AC AD AH")
    up = (3, *[4 - face_down] * 11, 3)
    return Clock(options, (aces, *hours[1:], pile("KC KD KH")), parse_card("AS"), up)


SWAPPED = (*IN_PLACE[:3], pile("QC 4D 4H 4S"), *IN_PLACE[4:11], pile("4C QD QH QS"))


@pytest.mark.parametrize(("words", "hand", "why"), [
    ("move 3", "QD", "QD cannot go to 3: the queen goes to 12"),
    ("move middle", "10D", "10D cannot go to the middle: the ten goes to 10"),
    ("m 1", "KD", "KD cannot go to 1: the king stays in the middle"),
])  # fmt: skip
def test_another_pile_is_refused(words: str, hand: str, why: str) -> None:
    assert refused(Clock(PLACE, IN_PLACE, parse_card(hand)), words) == why


@pytest.mark.parametrize("words", ["move 0", "move 14", "move noon", "move -1"])
def test_what_is_no_pile_is_refused(words: str) -> None:
    with pytest.raises(InvalidCommand, match="PILE must be an hour from 1 to 12, or 'middle'"):
        Clock.parse(words)


@pytest.mark.parametrize(("hours", "face_down", "options", "outcome", "score"), [
    # A card in its place counts face down, but not where every card must be turned up.
    (IN_PLACE, 2, PLACE, Outcome(1, "every card is in its place"), 48),
    (IN_PLACE, 0, REVEAL, Outcome(1, "every card is face up in its place"), 48),
    (IN_PLACE, 1, REVEAL, Outcome(0, f"{LOST} cards face down at all hours but 1"), 48),
    # The hours with wrong cards are named, which never count.
    (SWAPPED, 1, PLACE, Outcome(0, f"{LOST} wrong cards at 4 and 12"), 46),
])  # fmt: skip
def test_four_kings_in_the_middle_end_the_game(
    hours: tuple[Pile, ...], face_down: int, options: ClockOptions, outcome: Outcome, score: int
) -> None:
    game = nearly_over(hours, face_down, options)
    assert game.outcome() is None
    ended = game.move()
    assert (ended.kings(), ended.outcome(), ended.score()) == (4, outcome, score)
    with pytest.raises(IllegalMove, match=f"the game is over: {outcome.reason}"):
        ended.apply(ended.parse("move"))


def test_only_what_lies_face_up_counts_and_is_seen_while_the_game_goes_on() -> None:
    game = nearly_over(face_down=2)
    assert game.score() == 3 + 11 * 2
    assert game.move().length(47) == 4 + 11 * 2
    assert game.seen_by(1).piles[1] == (BACK, BACK, *pile("2H 2S"))
    assert game.move().seen_by(1) == game.move()


@pytest.mark.parametrize("options", [PLACE, REVEAL], ids=["place", "reveal"])
def test_the_fast_way_ends_as_the_model_does(options: ClockOptions) -> None:
    for seed in range(sample(40, 400)):
        setup = Setup(Clock, options, seed)
        assert ClockStrategy().result(setup) == Strategy.result(ClockStrategy(), setup)


def ways_in_place() -> list[int]:
    """Return in how many ways 0 to 48 cards that are no kings can lie in their places.

    An hour has as many places left as its rank has cards: r of them can lie there in 1, 4, 12, 24
    or 24 ways. So the ways for all twelve hours are the coefficients of the twelfth power of
    1 + 4x + 12x² + 24x³ + 24x⁴.
    """
    ways = [1]
    for _ in HOURS:
        ways, fewer = [0] * (len(ways) + 4), ways
        for n, count in enumerate(fewer):
            for r in range(5):
                ways[n + r] += count * perm(4, r)
    return ways


def test_the_odds_in_the_rules() -> None:
    """LEFT cards stay face down if the fourth king comes just before them in turning order."""
    chances = Clock.expected.shares
    last_king = [Fraction(comb(51 - left, 3), comb(52, 4)) for left in range(49)]
    assert last_king[0] == Fraction(chances["reveal"]).limit_denominator(99) == Fraction(1, 13)
    ways = enumerate(ways_in_place())
    won = sum(last_king[left] * Fraction(count, perm(48, left)) for left, count in ways)
    assert round(float(won), 5) == chances["place"] == 0.20283
    assert sum(last_king[left] * (48 - left) for left in range(49)) == Fraction(192, 5)
