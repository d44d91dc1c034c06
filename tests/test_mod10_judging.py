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


class TestKnownCards:
    """The nine gets under the triplet, and can never be picked up."""

    game = position("//2C 3C 5C////", deck="9S", current=3)

    def test_the_move_that_lost_the_win_is_found(self) -> None:
        lost = [Judged(1, Mod10.parse("pick 3 1 2 3"))]
        assert follow(self.game, "deal") == lost
        assert follow(self.game, "deal", "pick 3 1 2 3", "deal", "deal") == lost

    @pytest.mark.parametrize(("unseen", "count"), [(1, 1), (2, 0)])
    def test_the_last_unseen_card_is_known(
        self, unseen: int, count: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(strategy, "in_guesses", lambda game: {(3, 1, 2, 3): [0], (): [0]})
        assert len(follow(replace(self.game, dealt=52 - unseen), "deal")) == count

    def test_its_number_is_that_in_the_line(self) -> None:
        game = position("//2C 3C 5C/2H 3H 5H///", deck="9S", current=4)
        lost = [Judged(2, Mod10.parse("pick 4 1 2 3"))]
        assert follow(game, "pick 3", "deal") == lost

    def test_a_win_that_is_still_there_is_not_lost(self) -> None:
        assert follow(self.game, "pick 3") == []
        game = position("//2C 3C 5C////", deck="AS AH 8H", current=3)
        assert follow(game, "deal") == []

    def test_a_position_that_was_lost_before_loses_nothing(self) -> None:
        after = self.game.apply(Move("deal"))
        assert follow(after, "pick 3 1 2 3", "deal") == []

    def test_a_way_back_through_an_earlier_position_is_no_win_where_it_is_a_draw(self) -> None:
        """Where triplets may be left, the way back through the first position is no draw."""
        game = position("KH 5D 10C 5H//////", deck="5S", current=1, pick_up="must")
        lost = Judged(1, Mod10.parse("pick 1 2 3 4"))
        assert follow(game, "pick 1 1 2 4") == [lost]
        assert follow(position("10H QH 8C QS//////", deck="2H", current=1), "deal") == []


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


class TestUnseenCards:
    def test_it_does_not_depend_on_what_could_not_be_known(self) -> None:
        line, moves = line_of(Greedy(), 4)
        for game, move in list(zip(line, moves))[8:16]:
            known = len(game.deck) - game.unseen()
            hidden = list(game.deck[known:])
            Random(1).shuffle(hidden)
            other = replace(game, deck=(*game.deck[:known], *hidden))
            assert follow(other, str(move)) == follow(game, str(move))

    def test_a_triplet_may_be_named_in_any_way(self) -> None:
        """In this position a deal is better than the triplet."""
        line, moves = line_of(Greedy(), 4)
        found = judged(line[:17], moves[:16])
        picked = [one.number - 1 for one in found if moves[one.number - 1].arguments]
        game, move = line[picked[0]], moves[picked[0]]
        s, *places = move.arguments
        cards = [game.stacks[s - 1][place - 1] for place in places]
        named = Move("pick", (s, *reversed(cards)))
        assert follow(game, str(named)) == follow(game, str(move)) != []
