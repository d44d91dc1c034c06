"""The rules of Slap, by concrete hands and by games recorded with another program."""

from pathlib import Path
from typing import Any

import pytest

from cardgames.games.slap.game import Side, Slap
from cardgames.games.slap.options import RULES, SlapOptions, rule_of
from cardgames.model.cards import pile
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Move, Outcome
from tests.samples import sample

CARD, EACH, PILE = ({"penalty": penalty} for penalty in ("card", "each", "pile"))
STALLED = "neither player has a card left, and no pile can be slapped"
CASES = sorted((Path(__file__).parent / "slap_cases").glob("*.txt"))


def table(first: str, second: str, **options: object) -> Slap:
    chosen = SlapOptions(**options)  # type: ignore[arg-type]
    return Slap(chosen, (Side(pile(first)), Side(pile(second))))


def after(game: Slap, moves: str) -> Slap:
    for move in moves.split(","):
        game = game.apply(game.parse(move.strip()))
    return game


def hands(game: Slap) -> tuple[str, str]:
    first, second = (" ".join(map(str, side.hand)) for side in game.sides)
    return first, second


def described(game: Slap, refused: bool) -> str:
    under = f"({' '.join(map(str, game.under))}) " if game.under else ""
    told = [
        f"{len(game.side(1).hand)} {len(game.side(2).hand)}",
        under + " ".join(map(str, game.pile)) or "-",
        f"turn {game.turn}",
    ]
    told += [f"{game.challenger} has set {game.chances}"] * bool(game.chances)
    told += [f"{game.pending} has won it"] * bool(game.pending)
    timeouts = [side.timeout for side in game.sides]
    told += [f"time-outs {timeouts[0]} {timeouts[1]}"] * any(timeouts)
    told += ["slappable"] * bool(game.rule())
    outcome = game.outcome()
    told += [f"{outcome.winner} wins"] if outcome and outcome.winner else []
    return ", ".join(told + ["refused"] * refused)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_recorded_games(path: Path) -> None:
    """The first two lines of a file are options and hands; the last has the hands at the end."""
    first, second, *lines, last = path.read_text().splitlines()
    _, _, rules, _, penalty = first.split()
    chosen = () if rules == "none" else tuple(rules.split(","))
    mine, theirs = second.removeprefix("# ").split("/")
    game = table(mine, theirs, rules=chosen, penalty=penalty)
    for number, line in enumerate(lines, 3):
        action, _, expected = line.partition("|")
        refused = False
        try:
            game = game.after(action.strip())
        except IllegalMove:
            refused = True
        assert described(game, refused) == expected.strip(), f"line {number}: {action}"
    assert [hand.split() for hand in hands(game)] == [
        hand.split() for hand in last.removeprefix("#").split("/")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [("KKKKK", "too many 'K'"), ("K-- 10X", "'10X' is not a card"), ("K x -", "'X' is not")],
)
def test_a_deck_that_is_none(text: str, message: str) -> None:
    with pytest.raises(InvalidCommand, match=message):
        Slap.read_deck(text)


@pytest.mark.parametrize(("first", "second", "options", "moves", "fields"), [
    # Who runs out is skipped: the other plays on, even against an honor of their own.
    ("2C", "JD 4D 5D", {}, "play, play", {"turn": 2, "challenger": 2, "chances": 1}),
    # A player without cards may win as the challenger, or slap back in.
    ("JC", "2D 3D", {}, "play, play, collect", {"hands": ("JC 2D", "3D"), "outcome": None}),
    ("2C", "2D 3D", {}, "play, play, slap 300", {"hands": ("2C 2D", "3D"), "turn": 1}),
    # The game is stalled if nobody can play, but not while the pile can be slapped.
    ("2C", "3D", {}, "play, play", {"outcome": Outcome(None, STALLED)}),
    ("2C", "2D", {}, "play, play", {"outcome": None}),
    ("2C", "2D", {}, "play, play, slap 2 300",
     {"outcome": Outcome(2, "the computer has all 2 cards")}),
    ("2C", "3D 4D", {"out_of_cards": "loses"}, "play, play",
     {"outcome": Outcome(2, "you have no card to play")}),
    # Time does not run backwards.
    ("2C 3C", "3D 4D", {}, "play, slap 300, slap 200", {"now": 300}),
    ("2C 3C", "3D 4D", {}, "play, slap 300, play 900", {"now": 0}),
    # With each, a player pays once for each card played.
    ("2C 3C 4C", "4D 5D", EACH, "play, slap, slap, slap 2", {"under": pile("4D 3C")}),
    ("2C 3C 4C", "4D 5D", EACH, "play, slap, slap 2", {"paid": (1, 2)}),
    ("2C 3C 4C", "4D 5D 6D", EACH, "play, slap, slap 2, slap, slap 2, play, slap",
     {"under": pile("4C 4D 3C")}),
    ("2C", "4D 5D", CARD, "play, slap", {"under": ()}),
    # They come first in the hand of the winner; the turn passes if it was the last card.
    ("2C 3C", "JD 9D", CARD, "play, slap 2, play", {"under": pile("JD")}),
    ("2C 3C 6C 7C", "QD 9D", CARD, "play, slap, play, play, play, collect",
     {"hands": ("", "9D 3C 2C QD 6C 7C")}),
    ("2C 3C 4C", "4D", CARD, "play, slap 2 280", {"turn": 1, "since": 280}),
])  # fmt: skip
def test_what_moves_lead_to(
    first: str, second: str, options: dict[str, Any], moves: str, fields: dict[str, Any]
) -> None:
    game = after(table(first, second, **options), moves)
    found = {"hands": hands(game), "outcome": game.outcome()}
    for name, value in fields.items():
        assert (found[name] if name in found else getattr(game, name)) == value, name


COVERED = "2C 3C 5C", "2D 4D 6D"
"""The third card covers a pair."""
STRICT = {"penalty": "strict", "grace": 250}


@pytest.mark.parametrize(("options", "moves", "wrong"), [
    (STRICT, "play, play, play 500, slap 2 30", 0),
    (STRICT, "play, play, play 500, slap 2 250", 0),
    (STRICT, "play, play, play 500, slap 250", 0),  # whoever slaps
    (STRICT, "play, play, play 500, slap 251", 1),
    (STRICT, "play, play, play 500, slap 2 30, slap 2 400", 1),
    (STRICT, "play, slap 200", 1),  # there was nothing to slap
    (STRICT, "play, play, play, play 500, slap 200", 1),  # two cards cover it
    ({**STRICT, "slaps": "any", "grace": 0}, "play, play, play, slap 10", 1),
    ({**STRICT, "penalty": "pile"}, "play, play, play, slap 2 30", 0),
    ({**STRICT, "penalty": "none"}, "play, play, play, slap 2 30", 0),
    ({**STRICT, "penalty": "none", "grace": 0}, "play, play, play, slap 2 30", 1),
])  # fmt: skip
def test_a_slap_for_a_pile_just_covered_costs_nothing(
    options: dict[str, Any], moves: str, wrong: int
) -> None:
    game = after(table(*COVERED, **options), moves)
    assert sum(side.wrong for side in game.sides) == wrong
    assert len(game.under) == wrong * (game.options.penalty == "strict")
    assert wrong or game.pile and not any(side.timeout for side in game.sides)


def test_cards_keep_their_distance() -> None:
    """The first card follows none; a card without a time waits until it may be played."""
    game = after(table("2C 3C 5C", "2D 4D 6D", interval=300), "play 10, play, play 300, play")
    for early in ("play 299", "play 10"):
        with pytest.raises(IllegalMove, match="too soon: a card follows the last one after 300 ms"):
            game.after(early)
    assert game.with_time(Move("play")) == (500,)
    hasty = table(*COVERED, interval=300, reaction=100)
    assert hasty.with_time(Move("play")) == (300,) and hasty.with_time(Move("slap")) == (100,)
    assert after(game, "slap 280, play 300").cards == 5, "time does not run backwards"
    assert after(game, "slap 310, play 20").cards == 5


def test_a_pile_that_is_won_must_be_collected_first() -> None:
    game = after(table("JC 2C", "2D 3D"), "play, play")
    with pytest.raises(IllegalMove, match="you have won the pile: it must be collected first"):
        game.carry_out(Move("play"))


@pytest.mark.parametrize(("cards", "rules", "found"), [
    # What the recorded games hardly have.
    ("2C", (), ""), ("QC KD AH", ("run",), "run"), ("KC AD 2H", ("run",), "run"),
    ("2C AD KH", ("run",), "run"), ("5C 9C KC", ("flush",), ""), ("KC KD", ("marriage",), "pair"),
    ("KC AH KD", ("divorce",), ""), ("KC QD", ("run", "divorce"), ""),
])  # fmt: skip
def test_by_which_rule_a_pile_can_be_slapped(
    cards: str, rules: tuple[str, ...], found: str
) -> None:
    assert rule_of(pile(cards), rules) == found
    assert not RULES["marriage"].holds(pile("KC KD"))


def test_cards_under_the_pile_do_not_count() -> None:
    game = after(table("3C 2C 9C", "3D 4D", penalty="card"), "play, slap, play")
    assert (game.under, game.rule()) == (pile("2C"), "pair")
    assert after(table("3C 3H 9C", "4D 4C", penalty="card"), "play, slap").rule() == ""


def test_slaps_are_counted_for_both_players() -> None:
    game = after(table("2C 3C 4C", "2D 5D 6D"), "play, slap 100, play")
    game = after(game, "2: slap 250, 2: play 500, slap 2 90")
    counts = [(side.won, side.missed, side.wrong, side.reaction) for side in game.sides]
    assert counts == [(0, 1, 1, 0), (1, 0, 1, 250)]
    game = after(table("2C 3C 4C", "2D 5D 6D"), "play, play, play")
    assert [side.missed for side in game.sides] == [1, 1], "nobody slapped"


def test_the_details_of_a_result_are_player_1_s() -> None:
    game = after(table("4S 5S 6S", "4H 5H 6H"), "play, play, slap 2 250")
    game = after(game, "play, play, slap 300, play, play, slap 400, play, slap")
    figures = {"reaction": 700, "quickest": 300, "piles": 2, "rounds": 3}
    assert game.details() == {"slaps": 2, "chances": 3, "wrong": 1} | figures


@pytest.mark.parametrize(("words", "message"), [
    *((words, "the player first, then the milliseconds") for words in ("280 1", "1 2", "280 280")),
    *((words, "player 1 or 2, and from 10 to 10000000")
      for words in ("3", "9", "0", "2 99999999999", "x")),
])  # fmt: skip
def test_what_is_no_player_and_time(words: str, message: str) -> None:
    game = after(table("2C 3C", "2D 3D"), "play, play")
    with pytest.raises(InvalidCommand, match=message):
        game.apply(game.parse(f"slap {words}"))


@pytest.mark.parametrize(("penalty", "cards"), [("timeout", 5), ("strict", 2)])
def test_a_time_out_lasts_until_so_many_cards_are_played(penalty: str, cards: int) -> None:
    """With strict a wrong slap costs a card, too, each time, if there is one."""
    paid = penalty == "strict"
    game = after(table("2C 3C 4C 5C 6C", "9D 3D 8D 8S", penalty=penalty), "play, slap")
    assert game.under == pile("3C" * paid)
    assert game.play().slap(2).under == pile("3D 3C" * paid), "the other player still may"
    for left in range(cards, 0, -1):
        with pytest.raises(IllegalMove, match=f"until {left} more cards? (is|are) played"):
            game.slap()
        game = after(game, "play")
    again = game.slap().side(1)
    assert game.side(1).timeout == 0 and (again.wrong, again.timeout) == (2, cards)
    without = after(table("2C", "4D 5D", penalty=penalty), "play, slap")
    assert (without.under, without.side(1).timeout, without.side(1).wrong) == ((), cards, 1)
    collected = after(table("2C 4C 6C", "JD 5D 7D", penalty="timeout"), "play, slap, play, play")
    assert collected.collect().side(1).timeout == 3


@pytest.mark.parametrize(("deck", "cards", "rounds"), [
    # Deals published as long games without slaps: Mann & Wu 2007, Nessler 2012, Rucklidge 2014.
    ("K-KK----K-A-----JAA--Q--J- / ---Q---Q-J-----J------AQ--", 7157, 1007),
    ("----Q------A--K--A-A--QJK- / -Q--J--J---QK---K----JA---", 7207, 1015),
    ("-J------Q------AAA-----QQ- / K----JA-----------KQ-K-JJK", 7960, 1122),
][: sample(2, 3)])  # fmt: skip
def test_how_long_published_games_are(deck: str, cards: int, rounds: int) -> None:
    game = Slap.deal(Slap.read_deck(deck)[::-1], SlapOptions(slaps="none"))
    while game.outcome() is None:
        game = game.apply(Move("collect" if game.pending else "play"))
    assert (game.cards, game.rounds) == (cards, rounds)
    assert len({card for side in game.sides for card in side.hand}) == 52


def test_without_slaps_plain_cards_are_alike_but_for_tens_that_stop_challenges() -> None:
    for rules, alike in (((), True), (("tens",), False)):
        one, other = (table(hand, "KC JD", slaps="none", rules=rules) for hand in ("2C", "10C"))
        assert (one.key() == other.key()) is alike
        assert one.key() == table("9D", "KH JS", slaps="none", rules=rules).key()
        assert one.key() != table("9D", "QH JS", slaps="none", rules=rules).key()
