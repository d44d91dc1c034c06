"""The hints of Mod10: each says something new, and only what the player can know."""

from functools import cache
from typing import NamedTuple
from zlib import crc32

import pytest

from cardgames.games.mod10.game import NO_TRIPLET, Mod10, Mod10Options
from cardgames.games.mod10.strategy import NO_WIN, Fair, why_better, why_only
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move
from tests.samples import sample
from tests.seated import player_of, session_of, type_lines
from tests.test_mod10 import after, position

# Deals: the rule for picking up, and the seed.
GAMES = [("current", 11), ("must", 2), ("must", 7)]
GAMES += sample([], [("any", 4), ("any", 1), *(("current", seed) for seed in range(1, 7))])
GAMES += sample([], [("must", seed) for seed in (1, 3, 4, 5, 6, 8, 9, 10, 11, 12)])


class Hinted(NamedTuple):
    move: str
    what: str
    why: str
    text: str


@cache
def hinted(rule: str, seed: int) -> list[Hinted]:
    session = session_of(Mod10, seed, pick_up=rule)
    player = player_of(session)
    made = []
    while session.outcome() is None and not session.history.earlier:
        advice = session.hint()
        assert advice is not None and advice.move is not None
        text = player.hint_text(advice).replace("\n ", "")
        what = player.tell(advice.move, session.game)
        made.append(Hinted(str(advice.move), what, advice.why, text))
        session.make(advice.move)
    return made


@pytest.mark.parametrize(("rule", "seed", "checksum"), [
    ("current", 11, 0x6E8AFF04), ("must", 2, 0x92E79C20),
    ("any", 4, 0x5C83EC6C), ("any", 1, 0xE5C22AD2),
    ("current", 1, 0xBC4E712B), ("must", 12, 0x6AC05408),
][: sample(2, 6)])  # fmt: skip
def test_the_moves_are_those_of_version_1_2(rule: str, seed: int, checksum: int) -> None:
    assert crc32(";".join(hint.move for hint in hinted(rule, seed)).encode()) == checksum


@pytest.mark.parametrize(("rule", "seed"), GAMES)
def test_no_hint_says_again_what_was_said_or_its_move_says(rule: str, seed: int) -> None:
    """Only deals without a choice repeat, and then nothing but the move is told.

    Transcripts have hints by the rule any.
    """
    before = Hinted("", "", "", "")
    for hint in hinted(rule, seed):
        forced = hint.why == before.why == NO_TRIPLET
        assert forced or hint.text != before.text
        assert hint.text.endswith(").\n" if forced else f": {hint.why}.\n")
        if hint.move == before.move:
            assert forced or hint.why != before.why
        before = hint
        cards = hint.what.partition(" from ")[0].split()
        assert hint.move not in hint.why and hint.what not in hint.why
        assert hint.move == "deal" or not all(card in hint.why for card in cards)
        assert hint.move != "deal" or "deal" not in hint.why


def test_a_hint_that_is_asked_for_again_gives_its_reason() -> None:
    player = player_of(session_of(Mod10, 5))
    for stack, whys in (1, [NO_TRIPLET, NO_TRIPLET]), (2, ["", NO_TRIPLET]):
        for why in whys:
            told = f"Hint: deal (a card to stack {stack}){f': {why}' * bool(why)}.\n"
            assert player.hint_text(player.session.hint()) == told
        type_lines(player, "deal")


GAME = position("2C 3C 5C/4C 6C KC/2D/4D/2H/4H/2S", deck="9H")
DEAL, PICK = Move("deal"), Move("pick", (2, 1, 2, 3))


@pytest.mark.parametrize(("rival", "worths", "told"), [
    (DEAL, (5, 5, 5), "it does better than a deal in 3 of 3 guesses"),
    (DEAL, (5, 5, 4), "it does better than a deal in 2 of 3 guesses"),
    (DEAL, (5, 5, 3), "on average it does best in 3 guesses"),
    (DEAL, (9, 3, 3), "on average it does best in 3 guesses"),
    (DEAL, (4, 4, 4), "a deal does about as well in 3 guesses"),
    (DEAL, (5, 3, 4), "a deal does about as well in 3 guesses"),
    (PICK, (5, 5, 5), "it does better than picking up 4C, 6C and KC in 3 of 3 guesses"),
])  # fmt: skip
def test_a_number_is_told_where_two_moves_are_clearly_apart(
    rival: Move, worths: tuple[int, ...], told: str
) -> None:
    assert why_better(GAME, rival, worths, (4, 4, 4), 7) == f"{told} at the 7 unseen cards"


def test_the_only_move() -> None:
    assert why_only(GAME, DEAL) == NO_TRIPLET
    assert why_only(GAME, PICK) == "it must be picked up before the next deal"
    empty = position("2C 3C 5C/4C 6C KC/2D/4D/2H/4H/2S", deck="")
    assert why_only(empty, PICK).startswith("the deck is empty")


@pytest.mark.parametrize(("rule", "seed", "told"), [
    ("current", 11, "it wins, in"), ("must", 7, f"{NO_WIN}; this lasts longest, for"),
])  # fmt: skip
def test_a_plan_says_how_long_the_way_is(rule: str, seed: int, told: str) -> None:
    hints = hinted(rule, seed)
    left = range(len(hints), 0, -1)
    found = [(number, hint.why) for number, hint in zip(left, hints) if told in hint.why]
    assert len(found) > 2
    assert all(why == f"{told} {number} moves" for number, why in found if number > 1)


def test_the_whole_plan_may_be_asked_for() -> None:
    """The last unseen card is known by elimination, so the plan can deal it."""
    game = after(Mod10.deal(shuffled_deck(Random(8)), Mod10Options()), *["deal"] * 37)
    hint = next(Fair().advise(game.seen_by(1)))
    assert game.unseen() == 1 and hint.at == game and hint.move is not None
    for move in (hint.move, *hint.then):
        game = game.apply(move)
    assert game.score() == 7 and set(DECK) == set(game.deck)
    assert hint.why == f"it wins, in {1 + len(hint.then)} moves" == "it wins, in 321 moves"
