"""The review of hands of Rummy: which choices are judged, what of, and what is told of them."""

import json
import re
from collections.abc import Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from cardgames.games.rummy import hints
from cardgames.games.rummy.board import ends_hand
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hints import compared, hands_meant, judged_seats, worst_of
from cardgames.games.rummy.judge import End, Tried, TurnPlan
from cardgames.games.rummy.melds import NUMBERS, bits
from cardgames.games.rummy.strategy import STRATEGIES
from cardgames.model.cards import pile
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.screen.look import Look
from tests.program import run_here
from tests.samples import sample
from tests.seated import answer, seated, type_lines
from tests.test_rummy_strategy import SOME, permuted

pytestmark = pytest.mark.usefixtures("brief_hints")


def at(hands: int, turns: int = 0, seed: int = 12, **options: Any) -> Any:
    player, easy = seated(Rummy, seed, **options), STRATEGIES["easy"]()
    while player.session.outcome() is None and player.game.hand <= hands:
        type_lines(player, str(easy.choose(player.game, None).move))
    for _ in range(turns):
        turn = player.game.now.turns
        while player.game.now.turns == turn:
            type_lines(player, str(easy.choose(player.game, None).move))
    player.console.said = ""
    return player


def moments_of(player: Any, hand: int = 1) -> Any:
    events = [*player.session.history.backwards()][::-1]
    moves = [event for event in events if event.before.hand == hand]
    return compared(moves, judged_seats(player, hand), player.console.progress)


class TestHandsMeant:
    def meant(self, player: Any, word: str = "") -> list[int]:
        return hands_meant([*player.session.history.backwards()][::-1], player, word)

    def test_the_hand_in_progress_or_the_one_before_or_the_match(self) -> None:
        assert self.meant(at(0, 1)) == [1]
        player = at(2)
        assert self.meant(player) == [2] and self.meant(player, "all") == [1, 2, 3]
        assert self.meant(player, "1") == [1]
        assert self.meant(at(2, 1)) == [3]
        player = at(9, target=8)
        assert self.meant(player) == list(range(1, player.game.hand + 1))

    def test_a_hand_that_was_not_dealt_is_refused(self) -> None:
        player = at(1)
        with pytest.raises(IllegalMove, match="hand 3 has not been dealt yet"):
            player.do("review 3")
        assert player.session.hints == 0

    def test_where_nobody_has_chosen_yet_there_is_nothing_to_say(self) -> None:
        for player in (at(0), at(9, humans=0, level="easy", target=8)):
            with pytest.raises(IllegalMove, match="there is no choice of a person yet"):
                player.do("review")


class TestJudged:
    def test_only_people_are_and_not_what_a_computer_did_for_them(self) -> None:
        player = at(1, humans=2)
        assert {one.at.before.turn for one in islice(moments_of(player), 4)} == {1, 2}
        player = at(0, 2)
        before = len(list(moments_of(player)))
        type_lines(player, "auto")
        assert len(list(moments_of(player))) == before > 1

    def test_a_move_is_compared_with_others_by_what_could_be_known(self) -> None:
        random = Random(4)
        for one in islice(moments_of(at(0, 8)), sample(4, 8)):
            made = list(one.turn.moves)
            made = made[:1] if one.at is made[0] else made[1:]
            other = [made[0]._replace(before=permuted(made[0].before, random)), *made[1:]]
            again = hints.moment(one.turn, other)
            assert [trial.ends for trial in (again.made, again.better)] == [
                trial.ends for trial in (one.made, one.better)
            ]

    def test_who_goes_out_is_not_judged_for_the_discard(self) -> None:
        player = at(1, seed=4, players=4)
        end = next(filter(ends_hand, player.session.history.backwards()))
        assert end.before.turn == 1 == end.after.last.winner and end.move.name == "discard"
        *_, last = moments_of(player)
        assert last.made.plan.draws and end in last.turn.moves


class TestWorst:
    def worst(self, monkeypatch: pytest.MonkeyPatch, few: list[int], fresh: list[int]) -> list[int]:
        monkeypatch.setattr(hints, "FEW", 2)
        moments = list(islice(moments_of(at(0, 6)), len(few)))
        for one, picked, rechecked in zip(moments, few, fresh):
            one.made.ends[:] = [End(False, 0)] * 6
            one.better.ends[:] = [End(True, picked)] * 2
            gains = [End(True, rechecked), End(True, rechecked + 1)] * 2
            one.judge.go_on = lambda *_, one=one, gains=gains: one.better.ends.extend(gains)
        return [moments.index(one) for one in worst_of(moments)]

    @pytest.mark.parametrize(("few", "fresh", "told"), [
        ([9, 8, 9, 9], [5, 7, 3, 9], [0, 1, 3]),  # in their order and at most three
        ([9, 9, 9], [-1, 4, 0], [1]),  # not what fresh worlds do not find worse
        ([0, -3, 2], [9, 9, 9], [2]),  # few worlds pick them
    ])  # fmt: skip
    def test_which_are_told(
        self, monkeypatch: pytest.MonkeyPatch, few: list[int], fresh: list[int], told: list[int]
    ) -> None:
        assert self.worst(monkeypatch, few, fresh) == told


@pytest.mark.parametrize(("points", "told"), [
    # the discard, or holding, is told where it was that; of two the one that cost more
    ((6, 8, 0), ((7,), 20)), ((0, 8, 6), ((), 9)), ((4, 9, 6), ((), 9)), ((6, 9, 4), ((7,), 20)),
    ((0, 9, -2), ((), 20)),  # both where one alone does not help
])  # fmt: skip
def test_the_plan_that_shows_best_what_was_wrong(points: Any, told: Any) -> None:
    plans = [((7,), 9), ((7,), 20), ((), 20), ((), 9)]
    trials = [Tried(TurnPlan("", down, card), SOME) for down, card in plans]
    for trial, gained in zip(trials, (0, *points)):
        trial.ends = [End(False, gained), End(False, gained + (gained > 1) / 2)] * 2
    plan = hints.decisive(trials[0], trials[1:]).plan
    assert (plan.down, plan.card) == told


class TestText:
    def test_a_chance_that_is_the_same_is_told_once(self) -> None:
        player = at(0, 6)
        one = next(one for one in moments_of(player) if not one.made.plan.draws)
        one.judge.go_on([one.made, one.better], hints.FEW + hints.FRESH)
        one.made.ends[:] = [End(True, 1)] * len(one.made.ends)
        one.better.ends[:] = [End(True, 4)] * len(one.made.ends)
        said = " ".join(hints.told_of(one, player).split())
        assert "3.0 points more (+- 0.0), though it wins as often (100%)." in said
        one.made.ends[:] = [End(False, 0)] * len(one.made.ends)
        said = " ".join(hints.told_of(one, player).split())
        assert "4.0 points more (+- 0.0), wins 100% instead of 0%." in said

    @pytest.fixture
    def worse(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def first(moments: Any) -> Any:
            for one in moments[:3]:
                one.judge.go_on([one.made, one.better], hints.FEW + hints.FRESH)
            return moments[:3]

        monkeypatch.setattr(hints, "worst_of", first)

    @pytest.mark.usefixtures("worse")
    def test_it_fits_and_says_what_happened(self, monkeypatch: pytest.MonkeyPatch) -> None:
        player = at(1)
        found = list(moments_of(player))
        monkeypatch.setattr(hints, "compared", lambda *_: found)
        for columns, style in product((40, 44, 60, 80), ("ascii", "words")):
            player.look = player.screen.look = Look(style, columns=columns)
            said = answer(player, "review 1")
            assert max(map(len, said.splitlines())) < columns
            whole = " ".join(said.split())
            assert "Each choice is judged by what the player then knew." in whole
            assert re.search(r"Hand 1 \((you|computer 2), \d+ points?\): Turn 1: draw.", whole)
            assert re.search(
                r"Better: take [^:]*: -?[\d.]+ points more \(\+- [\d.]+\), wins", whole
            )
            assert "Then: You draw" in whole and "Then: Computer 2 " in whole
            assert re.search(r"Of \d+ choices 3 were clearly worse than another\.", whole)

    @pytest.mark.usefixtures("worse")
    def test_its_figures(self) -> None:
        player = at(1)
        for one, told in zip(moments_of(player), hints.report(player, "1").figures["choices"]):
            one.judge.go_on([one.made, one.better], hints.FEW + hints.FRESH)
            game, gap, trials = one.at.before, one.gap(hints.FEW), (one.made, one.better)
            made, better = (list(map(str, trial.plan.moves(game))) for trial in trials)
            won = [sum(end.won for end in trial.ends[hints.FEW :]) for trial in trials]
            assert told == {
                "hand": 1, "turn": one.turn.number, "seat": 1, "made": made, "better": better,
                "points": round(gap.points, 2), "error": round(gap.error, 2),
                "wins": [count / hints.FRESH for count in won],
            }  # fmt: skip

    @pytest.mark.parametrize(("down", "told"), [
        ((), "discard KH"), (("JD",), "lay off JD and discard KH"),
        (("7C 8C 9C", "JD"), "meld 7C 8C 9C, lay off JD and discard KH"),
    ])  # fmt: skip
    def test_a_plan(self, down: Sequence[str], told: str) -> None:
        plan = TurnPlan("", tuple(bits(pile(cards)) for cards in down), NUMBERS[pile("KH")[0]])
        assert hints.plan_text(plan, at(0).game, Look("ascii")) == told

    @pytest.mark.usefixtures("worse")
    def test_what_others_drew_is_not_told(self) -> None:
        assert "Computer 2 draws a card" in answer(at(0, 3, seed=6), "review")

    @pytest.mark.usefixtures("worse")
    def test_several_people_are_named(self) -> None:
        said = answer(at(0, 4, humans=2, names="Ann,Bob"), "review 1")
        assert "Turn 1 of Ann: " in said or "Turn 1 of Bob: " in said

    def test_in_the_shell(self, tmp_path: Path) -> None:
        (tmp_path / "game").write_text(at(1, seed=4, players=4).session.script())
        facts = json.loads(run_here("review", "game", "--json", cwd=tmp_path).stdout)
        assert facts["game"] == "rummy" and facts["compared"] > 0 and facts["turnings"] == []
        assert run_here("review", "game", "--all", cwd=tmp_path).stdout.startswith(b"Rummy")
