"""The rules of Rummy, by positions built by hand."""

import dataclasses
from typing import Any

import pytest

from cardgames.games import strategies
from cardgames.games.rummy.game import Meld, Rummy
from cardgames.games.rummy.hand import Hand
from cardgames.games.rummy.melds import NUMBERS, bits, named
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, DECK, Pile, pile
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Outcome, Setup
from tests.positions import after
from tests.positions import refused as refusal


def position(
    hands: str, discards: str = "9S", melds: str = "", stock: str = "KS 10S", **changes: Any
) -> Rummy:
    """A position of seat 1 to move; the stock in drawing order, melds like '2: 4H 5H 6H'.

    CHANGES are fields of the position, the hand or the options; cards are piles.
    """
    piles = [pile(hand) for hand in hands.split("/")]
    match = {field.name for field in dataclasses.fields(Rummy)} & changes.keys()
    inside = {field.name for field in dataclasses.fields(Hand)} & changes.keys()
    given = {n: value for n, value in changes.items() if n not in match | inside}
    options = RummyOptions(players=len(piles), **given)
    fields: dict[str, Any] = {"scores": (0,) * len(piles), "dealer": len(piles)}
    fields |= {name: changes[name] for name in match}
    table = tuple(map(meld, filter(None, melds.split("/"))))
    now = Hand(options, [], [0] * len(piles), [], [], turn=0, chance=1, out=0)
    laid = {"hands": piles, "stock": pile(stock)[::-1], "discards": pile(discards)}
    game = Rummy(options, now, melds=table, **fields)
    game = with_hand(game, **laid, **{name: changes[name] for name in inside})
    assert len(set(game.all_cards())) == len(game.all_cards()), "a card is there twice"
    return game


def with_hand(game: Rummy, **changes: Any) -> Rummy:
    """The position with other values in its hand, which are piles of cards where it has sets."""
    for name in changes.keys() & {"hands", "held"}:
        changes[name] = list(map(bits, changes[name]))
    for name in changes.keys() & {"stock", "discards"}:
        changes[name] = [NUMBERS[card] for card in changes[name]]
    if "restocked" in changes:
        changes["restocked"] = bits(changes["restocked"])
    now = dataclasses.replace(game.now, **changes)
    melds = [(bits(meld.cards), meld.owner - 1) for meld in game.melds]
    return dataclasses.replace(game, now=now.with_melds(melds))


def in_order(cards: str) -> Pile:
    return named(bits(pile(cards)))


def meld(text: str) -> Meld:
    owner, _, cards = text.partition(":")
    return Meld(pile(cards), int(owner))


def legal(game: Rummy) -> set[str]:
    return set(map(str, game.legal_moves()))


def ending(game: Rummy) -> tuple[int | None, int, str]:
    assert game.last is not None
    return game.last[:3]


HAND, MELDS = "4H 5H 6H 7C 7D 7S 2C/QS", {"melds": "2: 4C 5C 6C/1: 7D 7H 7S", "drawn": True}
FITS = position("7C 9D/QS", **MELDS)
ODD = position("9D 8C QD/QS", **MELDS)
START = position("5H 6C 7C 8C/QS QD")
DRAWN = "you have drawn a card in this turn: meld, lay off or discard"
ONCE = after(position(HAND, drawn=True, melds_per_turn="one"), "m 4H 5H 6H")
OFF = position("3C 2H 3H 4H 9D 8D/QS", melds="2: 4C 5C 6C", drawn=True, lay_off="after-meld")
TAKEN = after(position("5H 6C/QS QD"), "take")
ALONE = after(position("QH/5D", discards="2C", melds="2: 9H 10H JH"), "take")
LEFT = after(position("QH KH JH/5D", discards="2C"), "take")
DOWN = after(position("QH 4D/5D", discards="KH", melds="2: 9H 10H JH"), "take")
WHY = "that leaves only 2C, which was taken in this turn and cannot be discarded"
LAST = position("5H 6H 7H/QS", melds="2: 2H 3H 4H", drawn=True, go_out="discard")
ONLY_DISCARD = position("5H 6C/QS QD", stock="", restock="shuffle")


@pytest.mark.parametrize(("game", "moves", "why"), [
    *((START, move, "draw or take a card first") for move in ("m 6C 7C 8C", "off 5H", "x 5H")),
    *((after(START, move), "draw", DRAWN) for move in ("draw", "take")),
    (ONCE, "m 7C 7D 7S", "you have melded in this turn: only one meld a turn is allowed"),
    # laying off
    (FITS, "off 7C", "7C fits melds 1 and 2: name one of them"),
    *((FITS, f"off 7C {n}", f"meld {n} is not one of those on the table: their numbers are 1 to 2")
      for n in (0, 3)),
    (ODD, "off 9D", "9D fits no meld on the table"),
    (ODD, "off 8C 1", "8C does not fit meld 1: 3C or 7C would"),
    (ODD, "off 8C 2", "8C does not fit meld 2: 7C would"),
    (position("9D/QS", melds="1: 7C 7D 7H 7S", drawn=True), "off 9D 1",
     "9D does not fit meld 1: it is full"),
    (position("9D/QS", drawn=True), "off 9D", "9D fits nowhere: there is no meld on the table"),
    (position("7C/QS", drawn=True), "off 7C 1",
     "meld 1 is not one of those on the table: there are none"),
    (OFF, "off 3C", "you have no meld on the table: meld before you lay off"),
    # the card just taken does not go straight back, so nothing may leave it alone
    (TAKEN, "x 9S", "9S was taken from the discards in this turn: discard another"),
    (ALONE, "off QH", WHY), (LEFT, "meld JH QH KH", WHY),
    *((LAST, move, "the last card must be discarded: keep one for it")
      for move in ("meld 5H 6H 7H", "off 5H 6H 7H")),
    (ONLY_DISCARD, "draw", "the stock is empty, and the last discard stays: take 9S"),
])  # fmt: skip
def test_what_is_refused(game: Rummy, moves: str, why: str) -> None:
    assert refusal(game, moves) == why


@pytest.mark.parametrize(("game", "moves"), [
    (START, "draw; take"), (ONLY_DISCARD, "take"),
    (ONCE, "discard 2C; discard 7C; discard 7D; discard 7S"),
    (FITS, "discard 7C; discard 9D; off 7C 1; off 7C 2"),
    (TAKEN, "discard 5H; discard 6C"), (ALONE, "discard QH"),
    (after(DOWN, "off QH KH"), "discard 4D"), (after(LAST, "off 5H 6H"), "discard 7H"),
])  # fmt: skip
def test_what_is_allowed(game: Rummy, moves: str) -> None:
    assert "; ".join(sorted(legal(game))) == moves


class TestTurns:
    def test_as_many_melds_as_one_likes_or_one_in_each_turn(self) -> None:
        assert len(after(position(HAND, drawn=True), "m 4H 5H 6H", "m 7C 7D 7S").melds) == 2
        assert "meld 7C 7D 7S" in legal(after(ONCE, "x 2C", "d", "x QS", "d"))

    def test_cards_are_laid_off_where_they_fit(self) -> None:
        assert after(FITS, "off 7C 1").melds[0].cards == pile("4C 5C 6C 7C")
        assert after(FITS, "off 7C 2").melds[1].cards == pile("7C 7D 7H 7S")
        assert after(OFF, "meld 2H 3H 4H", "off 3C").hands[0] == in_order("9D 8D")
        assert "off 3C" not in legal(OFF)

    def test_a_line_may_name_a_whole_suit_and_the_number_of_a_meld(self) -> None:
        suit = " ".join(map(str, DECK[:13]))
        assert len(Rummy.parse(f"meld {suit}").arguments) == 13
        assert len(Rummy.parse(f"off {suit} 1").arguments) == 14
        for line in (f"meld {suit} AD", f"off {suit} AD 1"):
            with pytest.raises(InvalidCommand, match="like this: "):
                Rummy.parse(line)

    @pytest.mark.parametrize("words", ["1", "1 7C", "7C 1 1", "7C 1 9D"])
    def test_the_number_comes_last(self, words: str) -> None:
        with pytest.raises(InvalidCommand, match="name the cards to lay off"):
            after(FITS, f"off {words}")

    def test_a_card_that_was_taken_is_known_to_be_held(self) -> None:
        later = after(TAKEN, "x 5H", "d", "x QS", "d")
        assert "discard 9S" in legal(later)
        assert later.held[0] == frozenset(pile("9S"))
        assert after(later, "x 9S").held[0] == frozenset()
        assert after(DOWN, "off QH KH").taken is None and "meld JH QH KH" not in legal(LEFT)


IN_ONE_TURN = position("5H 6H 7H 8S 2C/QS", melds="2: 5S 6S 7S", drawn=True, rummy_bonus="double")
DOUBLE = "going out by a discard, all in one turn, which counts double"


class TestGoingOut:
    @pytest.mark.parametrize(("game", "moves", "points", "how"), [
        (position("5H/QS AD 4D", drawn=True), "x 5H", 15, "going out by a discard"),
        # even with the card just taken
        (position("8H/QS", discards="4H", melds="2: 5H 6H 7H"), "take; o 4H 8H", 10,
         "going out by laying off"),
        (LAST, "off 5H 6H; x 7H", 10, "going out by a discard"),
        (IN_ONE_TURN, "m 5H 6H 7H; off 8S; x 2C", 20, DOUBLE),
    ])  # fmt: skip
    def test_it_scores_the_cards_of_the_others(
        self, game: Rummy, moves: str, points: int, how: str
    ) -> None:
        game = after(game, *moves.split("; "))
        assert ending(game) == (1, points, how) and game.scores == (points, 0)

    @pytest.mark.parametrize("before", ["meld 5H 6H 7H", "off 8S"])
    def test_once_if_anything_was_laid_down_before(self, before: str) -> None:
        game = after(IN_ONE_TURN, before, "x 2C")
        assert game.now.down == 0b1
        last = with_hand(game, hands=(pile("3H"), pile("QS")), turn=0, drawn=True)
        assert ending(after(last, "x 3H")) == (1, 10, "going out by a discard")


def test_the_target_reached_exactly_wins() -> None:
    game = after(position("5H/QS", drawn=True, scores=(90, 80)), "x 5H")
    assert game.outcome() == Outcome(1, "100 points reach the target of 100")
    assert (game.hands, list(game.legal_moves())) == (((), pile("QS")), [])
    assert refusal(game, "draw").startswith("the game is over")


class TestRestocking:
    def test_the_discards_are_turned_over_the_oldest_first(self) -> None:
        game = after(position("5H 6C/QS QD", stock="", discards="2C 3C 9S"), "draw")
        assert (game.hands[0], game.discards) == (in_order("5H 6C 2C"), ())
        assert game.stock == pile("9S 3C")
        assert game.now.restocked == bits(pile("2C 3C 9S"))
        # everybody knows the stock and what is drawn
        assert game.seen_by(2).stock == pile("9S 3C")
        assert game.seen_by(2).hands[0] == (*pile("2C"), BACK, BACK)

    def test_shuffled_discards_leave_the_top_one(self) -> None:
        discards = "2C 3C 4C 6S 7S 8C 9S"
        game = position("5H 6C/QS QD", stock="", discards=discards, restock="shuffle")
        drawn = after(game, "draw")
        assert drawn.discards == pile("9S")
        assert {drawn.hands[0][-1], *drawn.stock} == set(pile("2C 3C 4C 6S 7S 8C"))
        assert drawn.now.chance != game.now.chance
        assert drawn.seen_by(1).stock == (BACK,) * 5
        others = [after(with_hand(game, chance=c), "draw") for c in range(9)]
        assert len({other.stock for other in others}) > 5


def idle_rounds(game: Rummy, turns: int) -> Rummy:
    for _ in range(turns):
        game = after(game, "draw")
        game = after(game, f"x {game.hands[game.turn - 1][-1]}")
    return game


class TestDeadHands:
    def test_dead_after_so_many_times_through_the_stock(self) -> None:
        """Eight turns here: the two cards of the stock, then twice the three discards."""
        game = position("5H 6C/QS QD", dead_after=3)
        alive = idle_rounds(game, 7)
        assert (alive.hand, alive.now.idle, len(alive.stock)) == (1, 2, 1)
        why = "the stock ran out 3 times with nothing laid down"
        assert ending(idle_rounds(alive, 1)) == (None, 0, why)

    def test_a_time_in_which_anything_was_laid_down_does_not_count(self) -> None:
        game = position("5H 6C 9C/QS QD", melds="1: 6H 7H 8H", dead_after=1)
        game = after(game, "draw", "off 5H", "x KS", "draw", "x QS")
        assert (game.hand, game.now.idle, game.stock) == (1, -1, ())
        alive = idle_rounds(game, 2)
        assert (alive.hand, alive.now.idle) == (1, 0)
        assert idle_rounds(alive, 1).hand == 2

    def test_dead_after_60_turns_of_each_player(self) -> None:
        """Two players who only take each other's discards never come to draw."""
        game = position("5H 6C/QS QD/3D 4D")
        for turn in range(179):
            assert (game.hand, game.now.turns) == (1, turn)
            card = game.hands[game.turn - 1][0]
            game = after(game, "take", f"x {card}")
        dead = after(game, "take", f"x {game.hands[game.turn - 1][0]}")
        assert ending(dead) == (None, 0, "every player has had 60 turns")

    @pytest.mark.parametrize(("hands", "end"), [
        ("5H 6C/QS QD/2C 3C", (3, 21, (0, 0, 21))), ("2H 3H/QS QD/2C 3C", (None, 0, (0, 0, 0))),
        ("AC 3H/QS QD/2D 3C", (1, 17, (17, 0, 0))),
    ])  # fmt: skip
    def test_the_lowest_hand_may_score_the_differences(self, hands: str, end: Any) -> None:
        game = position(hands, stock="KS", dead_hand="lowest", restock="block")
        winner, points, scores = end
        dead = idle_rounds(game, 1)
        assert (*ending(dead)[:2], dead.scores) == (winner, points, scores)


class TestOptions:
    @pytest.mark.usefixtures("brief_hints")
    def test_the_first_level_is_also_for_people_that_a_computer_plays_for(self) -> None:
        options = RummyOptions(players=4, humans=3, level="easy,hard", target=1)
        assert [options.level_of(seat) for seat in (1, 2, 3, 4)] == ["easy", "easy", "easy", "hard"]
        assert strategies("rummy")["hint"]().result(Setup(Rummy, options, 1)).score >= 0

    def test_names_by_seat(self) -> None:
        options = RummyOptions(players=3, names="Ann,Bob")
        assert [options.given_name(seat) for seat in (1, 2, 3)] == ["Ann", "Bob", ""]
        argument = {field.name: field for field in RummyOptions.declared()}["names"].metadata
        assert argument["argument"].parse(" none ") == ""
        for names in ("", "Ann,Bob", "none,Bob", "Computer,Player One"):
            assert argument["argument"].parse(argument["argument"].text(names)) == names

    @pytest.mark.parametrize(("option", "word", "why"), [
        ("level", "easy,bad", "'bad' is not one of: easy, medium, hard"),
        ("level", "easy," * 6 + "easy", f"there are at most 6 seats: '{'easy,' * 6}easy' names 7"),
        ("names", "Ann,", "'' is not a name: names have 1 to 10 characters"),
        ("names", "Ann,ann", "two players have the same name"),
        ("names", "Ann B,ANN  b", "two players have the same name"),
        ("names", "Ann,You", "'You' is what a player without a name is called"),
        ("names", "Computer  3", "'Computer 3' is what a player without a name is called"),
        ("names", "player 2,Ann", "'player 2' is what a player without a name is called"),
        ("names", "A\t", r"'A\t' is not a name: names have only printable characters"),
        ("names", "A\u202e", r"'A\u202e' is not a name: names have only printable characters"),
        ("names", "A,B,C,D,E,F,G", "there are at most 6 players to name"),
        ("target", "0", "POINTS must be a number from 1 to 10000, not '0'"),
        ("dead_after", "0", "N must be a number from 1 to 100, not '0'"),
    ])  # fmt: skip
    def test_words_that_are_no_value(self, option: str, word: str, why: str) -> None:
        declared = {field.name: field for field in RummyOptions.declared()}
        with pytest.raises(InvalidCommand) as error:
            declared[option].metadata["argument"].parse(word)
        assert str(error.value) == why
