"""The judgement of the choices in a game of Mod10: what is better, and what has lost the win."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cardgames.games.mod10 import strategy
from cardgames.games.mod10.game import Mod10, Mod10Options
from cardgames.games.mod10.strategy import Greedy, Judged, judged
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Move
from cardgames.model.strategy import Strategy
from tests.seated import seated, type_lines
from tests.test_mod10 import position


def line_of(player: Strategy, seed: int, rule: str = "any") -> tuple[list[Mod10], list[Move]]:
    game = Mod10.deal(shuffled_deck(Random(seed)), Mod10Options(rule))
    line, moves = [game], []
    while game.outcome() is None:
        advice = next(player.advise(game.seen_by(1)))
        assert advice.move is not None
        moves.append(advice.move)
        game = game.apply(advice.move)
        line.append(game)
    return line, moves


def follow(game: Mod10, *moves: str) -> Sequence[Judged]:
    line, made = [game], [Mod10.parse(move) for move in moves]
    for move in made:
        line.append(line[-1].apply(move))
    return list(judged(line, made))


# The nine gets under the triplet, and can never be picked up.
GAME = position("//2C 3C 5C////", deck="9S", current=3)
LOST = Judged(1, Mod10.parse("pick 3 1 2 3"))


@pytest.mark.parametrize(("game", "moves", "found"), [
    (GAME, "deal", [LOST]), (GAME, "deal, pick 3 1 2 3, deal, deal", [LOST]),
    # A win that is still there is not lost, nor one that was lost before.
    (GAME, "pick 3", []), (GAME.apply(Move("deal")), "pick 3 1 2 3, deal", []),
    (position("//2C 3C 5C////", deck="AS AH 8H", current=3), "deal", []),
    # Its number is that in the line.
    (position("//2C 3C 5C/2H 3H 5H///", deck="9S", current=4), "pick 3, deal",
     [Judged(2, Mod10.parse("pick 4 1 2 3"))]),
    # The way back through the first position is a draw, but only where triplets must be picked up.
    (position("KH 5D 10C 5H//////", deck="5S", current=1, pick_up="must"), "pick 1 1 2 4",
     [Judged(1, Mod10.parse("pick 1 2 3 4"))]),
    (position("10H QH 8C QS//////", deck="2H", current=1), "deal", []),
])  # fmt: skip
def test_the_move_that_lost_the_win_is_found(game: Mod10, moves: str, found: list[Judged]) -> None:
    assert follow(game, *moves.split(", ")) == found


@pytest.mark.parametrize(("unseen", "found"), [(1, [LOST]), (2, [])])
def test_the_last_unseen_card_is_known(
    unseen: int, found: list[Judged], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy, "in_guesses", lambda game: {(3, 1, 2, 3): [0], (): [0]})
    assert follow(replace(GAME, dealt=52 - unseen), "deal") == found


PICK, BEST = (1, 1, 2, 3), [8] * 8


@pytest.mark.parametrize(("made", "worse_in"), [
    ((7, 7, 7, 7, 8, 8, 8, 8), 4), ((0, 0, 0, 8, 8, 8, 8, 8), 0), ((0, 0, 0, 0, 9, 9, 9, 9), 0),
    ((7, 7, 7, 7, 7, 9, 9, 11), 0), ((0, 0, 0, 0, 0, 9, 9, 9), 5),
])  # fmt: skip
def test_a_choice_is_judged_if_it_is_worse_in_half_of_the_guesses_and_on_average(
    made: tuple[int, ...], worse_in: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy, "in_guesses", lambda game: {PICK: BEST, (): list(made)})
    game = replace(position("2C 3C 5C/4C 9C/2D 3D/4D 9D/2H 3H/4H 9H/2S 3S"), dealt=40)
    better = Judged(1, Mod10.parse("pick 1 1 2 3"), worse_in, 8)
    assert follow(game, "deal") == [better] * bool(worse_in)


def test_it_does_not_depend_on_what_could_not_be_known() -> None:
    line, moves = line_of(Greedy(), 4)
    for game, move in list(zip(line, moves))[8:16]:
        known = len(game.deck) - game.unseen()
        hidden = list(game.deck[known:])
        Random(1).shuffle(hidden)
        other = replace(game, deck=(*game.deck[:known], *hidden))
        assert follow(other, str(move)) == follow(game, str(move))


def test_a_triplet_may_be_named_in_any_way() -> None:
    """In this position a deal is better than the triplet."""
    line, moves = line_of(Greedy(), 4)
    found = judged(line[:17], moves[:16])
    picked = [one.number - 1 for one in found if moves[one.number - 1].arguments]
    game, move = line[picked[0]], moves[picked[0]]
    s, *places = move.arguments
    cards = [game.stacks[s - 1][place - 1] for place in places]
    named = Move("pick", (s, *reversed(cards)))
    assert follow(game, str(named)) == follow(game, str(move)) != []


@pytest.mark.parametrize(("word", "told"), [("", 6), ("all", 8)])
def test_all_choices_are_told_only_by_that_word(
    word: str, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Judged(number, Move("deal"), 2, 8) for number in range(1, 9)]
    monkeypatch.setattr(strategy, "judged", lambda positions, moves: found)
    player = seated(Mod10, 3)
    type_lines(player, *["deal"] * 8)
    said = player.in_hindsight(word).text
    assert said.count(" did worse than ") == told
    assert ("'review all' tells of 2 more" in said) is (not word)
