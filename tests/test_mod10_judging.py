"""The judgement of the choices in a game of Mod10: what is better, and what has lost the win."""

from collections.abc import Sequence
from dataclasses import replace

from cardgames.games.mod10.game import Mod10, Mod10Options
from cardgames.games.mod10.strategy import LOST, WON, Greedy, Judged, Position, judged, search
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
        lost = [Judged(1, Mod10.parse("pick 3 1 2 3"), 0, 0, lost=True)]
        assert follow(self.game, "deal") == lost
        assert follow(self.game, "deal", "pick 3 1 2 3", "deal", "deal") == lost

    def test_its_number_is_that_in_the_line(self) -> None:
        game = position("//2C 3C 5C/2H 3H 5H///", deck="9S", current=4)
        lost = [Judged(2, Mod10.parse("pick 4 1 2 3"), 0, 0, lost=True)]
        assert follow(game, "pick 3", "deal") == lost

    def test_a_win_that_is_still_there_is_not_lost(self) -> None:
        assert follow(self.game, "pick 3") == []
        game = position("//2C 3C 5C////", deck="AS AH 8H", current=3)
        assert follow(game, "deal") == []

    def test_a_position_that_was_lost_before_loses_nothing(self) -> None:
        after = self.game.apply(Move("deal"))
        assert follow(after, "pick 3 1 2 3", "deal") == []

    def test_a_way_back_through_an_earlier_position_is_no_win_where_it_is_a_draw(self) -> None:
        game = Position.of(position("2C 3C//////", deck="5C", current=1, pick_up="must"))
        assert search(game, "must", 50).worth == WON
        found = search(game, "must", 50, passed=[game.deal()])
        assert found.worth == LOST and found.all_seen


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
