"""The review of a game: lines, the move that lost the win, chances, texts; and the solver asked."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import cardgames.play.review as reviews
from cardgames import games
from cardgames.games.canfield.game import Canfield
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move, Outcome
from cardgames.model.strategy import QUICK, SOLVER
from cardgames.patience import advice
from cardgames.patience.advice import Chance, Choice, chances
from cardgames.patience.search import DealKnowledge, Solution, Solver, Verdict
from cardgames.play.review import Bounds, LineOfPlay, Lines, Review, halved, review
from cardgames.text import coach
from cardgames.text.coach import judgement, played
from tests.parts import SHARE
from tests.program import run_here
from tests.samples import sample
from tests.seated import Memory, player_of, session_of, type_lines
from tests.test_fair import interrupted
from tests.test_keeping import Table
from tests.walks import with_hidden_cards_shuffled

CANFIELD = ("tabfnd 3", "card", "card", "wsttab 4", "wsttab 1")
"""Moves of seed 10, of which the fifth loses the win."""
KLONDIKE = (
    *("card", "tabfnd 1", "card", "tabtab 4 6", "tabtab 2 1", "tabtab 7 2", "tabtab 2 3"),
    *("card", "card", "card", "tabtab 3 4", "tabtab 3 2", "wsttab 2", "card"),
)
"""Moves of seed 14, of which the last one buries a card and loses the win."""


SOLVED = [name for name in SHARE if SOLVER in games.strategies(name)]
"""The patiences that have a solver; a share of those that are declared."""
EVERY = [(name, range(2, 62)) for name in SOLVED]


@pytest.fixture(autouse=True)
def brief_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search less for the chances: transcripts hold their figures."""
    monkeypatch.setattr(advice, "WORK", 200)
    monkeypatch.setattr(advice, "ORDERS", 4)


def at(name: str, seed: int, *lines: str) -> Any:
    player = player_of(session_of(games.model(name), seed), Memory())
    type_lines(player, *lines)
    player.console.said = ""
    return player


def told(player: Any, line: str = "review") -> str:
    player.do(line)
    said: str = player.console.said
    player.console.said = ""
    return said


def space_of(name: str) -> Any:
    solver: Any = games.computer(name, SOLVER)
    assert isinstance(solver, Solver)
    return solver.space


def moves(lines: Lines) -> list[list[str]]:
    """The moves of every line, those taken back first."""
    return [list(map(str, line.moves)) for line in (*lines.taken_back, lines.last())]


class TestLines:
    @pytest.mark.parametrize(("typed", "lines"), [
        ("undo 2; undo 1; card; restart; card", [CANFIELD, (*CANFIELD[:2], "card"), ("card",)]),
        ("undo 2; redo 1; undo 1; redo 2; card", [CANFIELD, (*CANFIELD, "card")]),
    ])  # fmt: skip
    def test_a_line_ends_where_it_is_left_for_good(self, typed: str, lines: list[Any]) -> None:
        player = at("canfield", 10, *CANFIELD, *typed.split("; "))
        assert moves(played(player)) == [*map(list, lines)]

    def test_a_computer_that_a_script_only_names_plays(self) -> None:
        for last, made in ("undo\n", 1), ("", 127):
            script = f"# cardgames canfield --seed 4\ncard\nauto quick\n{last}"
            found = run_here("review", "-", "--json", stdin=script)
            assert json.loads(found.stdout)["moves"] == made


class Numbers:
    """Knowledge of a line of 100 numbers, of which those from LOST on are lost."""

    def __init__(self, lost: int, least: dict[int, int] | None = None) -> None:
        self.lost = lost
        self.least = least or {}
        """The positions that it takes to decide some of the numbers; others take one."""
        self.positions = self.searches = 0
        self.bounds: dict[tuple[Move, ...], Bounds] = {}

    def verdict(self, game: Any, limit: int, *_: Any) -> Verdict:
        needed = self.least.get(game.number, 1)
        self.positions += min(limit, needed)
        if needed > limit:
            return Verdict.UNDECIDED
        return Verdict.WINNABLE if game.number < self.lost else Verdict.LOST

    def solution(self, game: Any, limit: int) -> Solution:
        return Solution(Verdict.UNDECIDED, 0)

    def moves(self, game: Any) -> tuple[Move, ...]:
        return ()


class Number:
    """A position that is only a number."""

    def __init__(self, number: int, outcome: Outcome | None = None) -> None:
        self.number = number
        self.outcome = lambda: outcome


def lines_of(last: LineOfPlay, *taken_back: LineOfPlay) -> Lines:
    lines = Lines()
    lines.taken_back, lines.last = [*taken_back], lambda: last  # type: ignore[method-assign]
    return lines


LINE = LineOfPlay([Number(n) for n in range(101)], [Move("card")] * 100)
ALL = Bounds(-1, 101)


@pytest.mark.parametrize(("lost", "hard", "needed", "most", "found"), [
    *((lost, (), 1, 1000, Bounds(lost - 1, lost)) for lost in (0, 1, 38, 100, 101)),
    (38, (37, 50), 5000, 20_000, Bounds(37, 38)),  # it is tried again with more
    (38, range(36, 41), 10**6, 10**7, Bounds(35, 41)),
    (38, range(101), 10**6, 5000, ALL),
])  # fmt: skip
def test_halving_finds_the_move_that_lost_within_its_budget(
    lost: int, hard: Sequence[int], needed: int, most: int, found: Bounds
) -> None:
    known = Numbers(lost, dict.fromkeys(hard, needed))
    assert halved(LINE, known, ALL, most) == found
    assert known.positions <= (most if hard else 8)


def careless(name: str, seed: int) -> Any:
    """A session of the quick player, who makes a move at random now and then."""
    session, before = session_of(games.model(name), seed), None
    quick, random = games.computer(name, QUICK), Random(seed)
    while session.outcome() is None and session.moves_made < 400:
        if random.below(20):
            advice = quick.choose(session.game, before)
            if advice is None or advice.move is None:
                break
            move = advice.move
        else:
            legal = list(session.game.legal_moves())
            move = legal[random.below(len(legal))]
        before = session.game
        session.make(move)
    return session


class TestKnowledge:
    @pytest.mark.parametrize(("name", "seed"), [("canfield", 5), ("klondike", 22)])
    def test_it_agrees_with_the_solver_and_its_moves_win(self, name: str, seed: int) -> None:
        session, known = careless(name, seed), DealKnowledge(space_of(name))
        solver: Any = games.computer(name, SOLVER)
        positions, _ = session.history.line(session.history.made)
        found = set()
        for game in positions[:: sample(-14, -9)]:
            verdict = known.verdict(game, 2000)
            assert {verdict, solver.solve(game, 2000).verdict} != {Verdict.WINNABLE, Verdict.LOST}
            found.add(verdict)
            if verdict is Verdict.WINNABLE:
                for move in known.moves(game):
                    game = game.apply(move)
                assert game.outcome() is not None
        assert found >= {Verdict.WINNABLE, Verdict.LOST}

    def test_what_one_search_finds_lost_takes_no_other(self) -> None:
        game, known = session_of(Canfield, 27).game, DealKnowledge(space_of("canfield"))
        assert known.verdict(game, 20_000) is Verdict.LOST
        looked_at = known.positions
        for move in game.legal_moves():
            assert known.verdict(game.apply(move), 20_000) is Verdict.LOST
        assert known.positions == looked_at

    def test_a_solution_counts_the_same_positions_whatever_is_known(self) -> None:
        game = at("canfield", 10, *CANFIELD[:4]).game
        known, fresh = (DealKnowledge(space_of("canfield")) for _ in range(2))
        for after in (game.apply(move) for move in game.legal_moves()):
            known.verdict(after, 2000)
        assert known.solution(game, 2000) == fresh.solution(game, 2000)

    def test_what_is_known_takes_no_search(self) -> None:
        player = at("canfield", 10, *CANFIELD, "card")
        known = player.session.solver().knowledge
        counted = re.search(r"\((\d+) moves to a", told(player))
        searches = known.searches
        assert "could be won until move 4: undo 2" in told(player, "winnable")
        assert player.parting().endswith("'review' shows where it could still be won.\n")
        player.do("undo 2")
        assert player.parting() == "It could still be won.\n"
        assert counted is not None and f"in {counted[1]} moves" in told(player, "winnable")
        assert known.searches == searches


class TestTurnings:
    @pytest.mark.parametrize(("name", "seed", "line"), [
        ("canfield", 10, CANFIELD), ("klondike", 14, KLONDIKE),
    ])  # fmt: skip
    def test_each_line_has_its_own(self, name: str, seed: int, line: tuple[str, ...]) -> None:
        player = at(name, seed, *line, "card", "undo 2", "card")
        found = review(played(player), player.session.solver().knowledge)
        lost = [one for one in found.turnings if one.taken_back]
        assert [(one.number, str(one.move), one.played_on) for one in lost] == [
            (len(line), line[-1], 1)
        ]
        game = lost[0].before
        for move in lost[0].kept_by:
            game = game.apply(move)
        assert game.outcome() is not None

    @pytest.mark.parametrize("stays", ["the line that was won", "the line that was lost"])
    def test_a_way_that_no_search_finds_is_the_one_that_was_played(self, stays: str) -> None:
        """All is undecided, but one line went on from the tenth move, and won."""
        end = [*LINE.positions[:16], Number(16, Outcome(1, "won"))]
        won = LineOfPlay(end, [Move("card", (n,)) for n in range(16)])
        lost = LineOfPlay([*LINE.positions[:11], Number(11)], LINE.moves[:11])
        taken_back = stays == "the line that was won"
        last, aside = (won, lost) if taken_back else (lost, won)
        found = review(lines_of(last, aside), Numbers(11, {n: 10**6 for n in range(11)}))
        assert [(one.number, one.taken_back) for one in found.turnings] == [(11, taken_back)]
        assert found.turnings[0].kept_by == tuple(won.moves[10:])

    def test_all_lines_that_were_taken_back_share_a_limit(self) -> None:
        others = [LineOfPlay([Number(n) for n in range(101)], LINE.moves) for _ in range(3)]
        found = review(lines_of(LINE, *others), Numbers(50, {n: 10**6 for n in range(101)}))
        assert reviews.MOST < found.positions <= reviews.MOST + reviews.MOST_ASIDE

    def test_of_two_that_lost_by_the_same_move_the_longer_counts(self) -> None:
        last, *asides = (LineOfPlay(LINE.positions[: n + 1], LINE.moves[:n]) for n in (5, 20, 30))
        for lines in lines_of(last, *asides), lines_of(last, *asides[::-1]):
            found = review(lines, Numbers(11))
            assert [(one.number, one.played_on) for one in found.turnings] == [(11, 19)]

    def test_one_that_was_made_again_counts_once(self) -> None:
        player = at("canfield", 10, *CANFIELD, "undo", "redo", "card", "undo", "card")
        found = review(played(player), player.session.solver().knowledge)
        assert [(one.number, one.taken_back) for one in found.turnings] == [(5, False)]


class TestChances:
    @pytest.mark.parametrize("name", sample(["canfield", "yukon"], SOLVED))
    def test_they_tell_nothing_of_what_is_hidden(self, name: str) -> None:
        """In the midst of a game, of the move that was made and of any other."""
        for seed in range(1, sample(2, 12)):
            session, random = session_of(games.model(name), seed), Random(seed)
            for _ in range(random.below(60)):
                legal = list(session.game.legal_moves())
                if legal:
                    session.make(legal[random.below(len(legal))])
            game: Any = session.game
            if legal := list(game.legal_moves()):
                other = with_hidden_cards_shuffled(game, 1, random)
                one, two = ([legal[random.below(len(legal))]] for _ in "12")
                found, same = (
                    chances(position, (one, two), space_of(name), sample(4, 14))
                    for position in (game, other)
                )
                assert found == same and found

    @pytest.mark.parametrize(("better", "after", "said"), [
        (9, 5, "You could have known: A wins in 9 of 16 {}, B in 5."),
        (4, 0, "You could have known: A wins in 4 of 16 {}, B in none."),
        (2, 1, "Hard to see: A wins in 2 of 16 {}, B in 1."),
        (2, 2, "Nobody could know: A wins in 2 of 16 {}, B in 2."),
        (2, 5, "Nobody could know: A wins in 2 of 16 {}, B in 5."),
        (0, 0, "Nobody could know: no win was found in 16 {}, with either."),
    ])  # fmt: skip
    def test_the_better_move_is_judged(self, better: int, after: int, said: str) -> None:
        found = Choice(Chance(after, 16, 0), Chance(better, 16, 3))
        assert judgement(found, "A", "B") == said.format("orders of the hidden cards")
        known = Choice(Chance(0, 1, 0), Chance(1, 1, 0))
        assert judgement(known, "", "") == "You could have known: no card was hidden any more."

    def test_a_move_that_is_illegal_in_another_order_ends_there(self) -> None:
        game = at("klondike", 14, "card").game
        cannot = [Move("tabfnd", (1,)), Move("tabfnd", (2,))]
        lines = [Move("card"), *cannot], [Move("card")]
        after, better = chances(game, lines, space_of("klondike"), 1)
        assert after == better


@pytest.mark.parametrize(("name", "seeds"), [
    ("canfield", (2,)), ("klondike", (7,)), *sample([], EVERY),
])  # fmt: skip
def test_winnable_and_review_agree(name: str, seeds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In careless games, whichever is asked first."""
    if not sample((), "all"):
        monkeypatch.setattr(coach, "MOST_LOOKED_AT", 1000)
        for limit, brief in (("MOST_LOOKED_AT", 1000), ("LIMITS", (200, 1000)), ("MOST", 2000)):
            monkeypatch.setattr(reviews, limit, brief)
    for seed in seeds:
        played = careless(name, seed)
        for lines in ("winnable", "review"), ("review", "winnable"):
            session = session_of(games.model(name), seed)
            for move in played.history.line(played.history.made)[1]:
                session.make(move)
            if session.outcome() is None:
                player = player_of(session, Memory())
                said = {line: " ".join(told(player, line).split()) for line in lines}
                assert agree(said["review"], said["winnable"]), (seed, said)


def test_winnable_reviews_the_moves_if_its_search_is_too_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coach, "MOST_LOOKED_AT", 300)
    session = careless("klondike", 1)
    assert session.solver().solution(session.game, 300).verdict is Verdict.UNDECIDED
    assert told(player_of(session, Memory()), "winnable").startswith("It can be won")


def agree(report: str, verdict: str) -> bool:
    """Do a review and the answer to `winnable` say the same of the last position?"""
    turned = re.search(r"Move (\d+), .* lost the win", report)
    if "it can still be won" in report:
        return verdict.startswith("It can be won")
    if "this deal could not be won" in report:
        return verdict == "This deal could not be won."
    if turned:
        until = int(turned[1]) - 1
        when = f"until move {until}:" if until else "at the deal"
        return f"It could be won {when}" in verdict
    if "it could not be won any more" in report:
        return verdict.startswith("It cannot be won")
    return "not enough to find out" in verdict


def test_a_game_in_which_others_play_or_nobody_decides_has_no_review() -> None:
    decided = run_here("review", "-", stdin="# cardgames clock --seed 3\n")
    assert decided.stdout == b"There is nothing to decide in Clock.\n"
    result = run_here("review", "-", stdin="# cardgames slap --seed 3\n")
    assert result.returncode == 2 and b"there is no review of Slap" in result.stderr


SHORT = "the search was too short to find out"


def test_one_move_was_and_several_were() -> None:
    assert [coach._was(count) for count in (1, 2)] == ["was", "were"]


class TestAtTheTable:
    @pytest.mark.parametrize(("bounds", "said"), [
        ((-1, 0), "this deal could not be won."),
        ((-1, 6), f"{SHORT} whether the deal could be won."),
        ((-1, 1), f"it could not be won any more after move 1; {SHORT} more."),
        ((0, 6), f"it could be won at the deal; {SHORT} whether it still can be."),
        *(((1, lost), f"it could be won after move 1, and it could not be won any more after move "
                      f"{lost}; {SHORT} which move lost it.") for lost in (4, 5)),
    ])  # fmt: skip
    def test_it_says_until_when_it_could_be_won(self, bounds: tuple[int, int], said: str) -> None:
        found = lambda lines, _: Review(lines.last(), Bounds(*bounds), (), 0, 0)  # noqa: E731
        with patch.object(coach.review, "review", found):
            text = " ".join(told(at("canfield", 10, *CANFIELD)).split())
        assert text.partition("In hindsight, ")[2].partition(" Move by move")[0] == said

    def test_it_is_counted_until_the_end_and_is_no_hint(self) -> None:
        player = at("canfield", 10, *CANFIELD)
        assert "Move 5, " in told(player)
        assert player.session.hints == 0 and player.session.revealed == {"review": 1}
        assert player.session.log[-1] == "review"
        type_lines(player, "undo", "solution")
        log = player.session.log[:]
        said = told(player)
        win = "you took back each move that lost the win, and the computer played on from move 5"
        assert f"In hindsight, {win} to the win." in " ".join(said.split())
        assert " lost the win, and was taken back at once.\n" in said
        assert player.session.revealed == {"review": 1} and player.session.log == log

    @pytest.mark.parametrize(("lines", "win"), [
        (("solution",), "the computer played this game, from the deal to the win"),
        (("card", "solution"), "the computer played on from move 2 to the win"),
        (("solution", "undo", "win"), "you never lost the win, but had seen the computer play on"),
        (("win",), "you never lost the win"),
    ])  # fmt: skip
    def test_a_win_is_praised_only_if_the_player_won_it(
        self, lines: tuple[str, ...], win: str
    ) -> None:
        solution = [line[3:] for line in at("canfield", 10, "solution").session.log[1:]]
        typed = [one for line in lines for one in (solution if line == "win" else [line])]
        said = told(at("canfield", 10, *typed))
        assert " ".join(said.split()).endswith(f"In hindsight, {win}.")

    def test_what_the_computer_lost_is_not_laid_at_the_player_s_door(self) -> None:
        said = " ".join(told(at("canfield", 10, "auto quick", "giveup")).split())
        assert re.search("Move [0-9]+, .* by the computer,? .*lost the win", said), said
        assert "You could have known" not in said and "Hard to see" not in said

    @pytest.mark.parametrize("name, locked", [("canfield", "reserve"), ("klondike", "face down")])
    def test_the_chances_name_the_locked_cards_by_their_kind(self, name: str, locked: str) -> None:
        few = sample({"MOST": 1000, "MOST_LOOKED_AT": 1000}, {})
        with patch.multiple(advice, ORDERS=1, WORK=100), patch.dict(vars(reviews), few):
            said = told(at(name, 10), "review all")
        assert re.search(rf"\n   after move +{locked}  won\n +the deal ", said)

    def test_there_are_no_chances_where_no_card_is_hidden(self) -> None:
        assert "Orders of the hidden cards" not in told(at("eightoff", 3), "review all")

    def test_a_script_that_is_loaded_only_counts_it(self, tmp_path: Path) -> None:
        script = tmp_path / "game"
        script.write_text("# cardgames canfield --seed 10\ncard\nreview\nreview all\n")
        player = at("canfield", 1)
        player.do(f"load {script}")
        assert player.session.revealed == {"review": 2} and player.session.hints == 0
        assert player.session.solver().knowledge.searches == 0

    def test_the_same_move_again_is_judged_alone_and_one_left_again_not_at_all(self) -> None:
        player = at("klondike", 14, *KLONDIKE, "giveup", "review 14")
        player.screen.remarks.clear()
        player.do(KLONDIKE[-1])
        (said,) = player.screen.remarks
        assert re.fullmatch(r"It wins in \S+ of 4 orders of the hidden cards\.\n", said)
        player = at("klondike", 14, *KLONDIKE, "review 14", "undo")
        player.screen.remarks.clear()
        player.do("card")
        assert not player.screen.remarks and player.retried is None

    def test_a_turn_of_the_stock_waits_for_the_move_after_it(self) -> None:
        player = at("canfield", 10, *CANFIELD, "review 5")
        player.screen.remarks.clear()
        player.do("card")
        assert not player.screen.remarks
        legal = [move for move in player.game.legal_moves() if str(move) != "card"]
        player.do(str(legal[0]))
        (said,) = player.screen.remarks
        assert re.fullmatch(
            r"It wins in \S+ of 4 orders of the hidden cards; 3D onto 4C, as you played, in \S+\.",
            " ".join(said.split()),
        )
        player.do("undo")
        player.do(str(legal[0]))
        assert len(player.screen.remarks) == 1  # only the first one is judged

    def test_going_back_from_the_end_is_a_game_of_its_own(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        table.sit_down(session_of(Canfield, 10))
        table.type("solution", "review 5")
        session = table.player.session
        assert session.moves_made == 4 and session.day is None
        assert session.hints == 0 and session.revealed == {"review": 1}
        assert [row.details for row in table.rows()] == [{}]
        table.type("solution")
        ended = [(row.outcome, row.hints, row.details) for row in table.rows()]
        assert ended == [("won", 0, {}), ("won", 0, {"review": 1})]

    @pytest.mark.parametrize(("name", "deck", "lines", "number"), [
        ("mod10", None, ("new", "auto greedy"), 4),
        ("canfield", shuffled_deck(Random(8)), ("new", *CANFIELD, "card"), 5),
        ("canfield", shuffled_deck(Random(8)), ("new", "auto solver"), 2),
    ])  # fmt: skip
    def test_a_later_game_of_a_session_is_gone_back_to(
        self, name: str, deck: Any, lines: tuple[str, ...], number: int
    ) -> None:
        """The script of a game after that of a deck begins with the deck."""
        seed = 3 if deck is None else 10
        player = player_of(session_of(games.model(name), seed, deck), Memory())
        type_lines(player, *lines)
        positions, _ = player.session.history.line(number - 1)
        deals = player.session.deals
        player.do(f"review {number}")
        assert player.game == positions[-1] and player.session.deals == deals

    def test_a_script_that_has_gone_back_still_says_what_computers_play(self) -> None:
        script = "# cardgames canfield --seed 10\nsolution\nreview 5\nauto quick\n1: card\nscore\n"
        shown = run_here("replay", "-", stdin=script)
        assert b" 5 moves, 1 review." in shown.stdout and b"otherwise" not in shown.stdout

    def test_the_midst_of_what_a_computer_has_played_is_a_game_of_its_own(self) -> None:
        player = at("canfield", 4, "card", "auto quick")
        before = player.session
        positions, _ = before.history.line(8)
        player.do("review 9")
        assert player.game == positions[-1] and player.session is not before
        back = "this is a new game, and what a computer has played stays as it is"
        assert player.screen.remarks == [f"You are before move 9: {back}.\n"]
        player = at("canfield", 4, "card", "auto quick", "review 2")  # where its step begins
        assert player.session.moves_made == 1
        assert player.screen.remarks == ["You are before move 2: 'redo' comes back.\n"]

    def test_without_undo_it_goes_nowhere(self) -> None:
        player = at("canfield", 4, "card", "card")
        player.wishes.may_undo = False
        with pytest.raises(IllegalMove, match="undo is off"):
            player.do("review 2")
        assert player.session.moves_made == 2


def test_the_outcome_in_json_is_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of(games.model("mod10"))
    for winner, word in ((1, "won"), (0, "lost"), (None, "draw")):
        monkeypatch.setattr(session, "outcome", lambda winner=winner: Outcome(winner, "over"))
        assert coach.figures(session)["outcome"] == word


class TestAskingTheSolver:
    @pytest.mark.parametrize("line", ["winnable", "solution", "auto solver"])
    def test_ctrl_c_breaks_it_off_and_nothing_counts(self, line: str) -> None:
        player = at("klondike", 8)
        player.console.interactive = True
        with patch.object(DealKnowledge, "solution", interrupted):
            with pytest.raises(IllegalMove, match="the solver was stopped"):
                player.do(line)
            player.console.interactive = False
            with pytest.raises(KeyboardInterrupt):
                player.do(line)
        assert (player.session.revealed, player.session.log) == ({}, [])
        player.do("winnable")
        assert (player.session.revealed, player.session.log) == ({"verdict": 1}, ["winnable"])
        assert player.session.hints == 0
        player.do("score")
        assert "0 moves, 1 verdict." in player.console.said

    @pytest.mark.parametrize(("verdict", "told"), [
        (Verdict.LOST, "there is no solution: this deal could not be won"),
        (Verdict.UNDECIDED, "no solution was found: 100000 positions were not enough to find out"),
    ])  # fmt: skip
    def test_without_a_solution_the_solver_does_not_play(self, verdict: Verdict, told: str) -> None:
        player, found = at("klondike", 1), Solution(verdict, 100_000)
        with patch.object(DealKnowledge, "solution", lambda *_: found):
            for line in ("solution", "auto solver"):
                with pytest.raises(IllegalMove, match=f"^{told}$"):
                    player.do(line)
        assert player.session.log == []


@pytest.mark.parametrize("back", ["undo 1", "restart"])
def test_a_win_that_was_taken_back_is_told_where_no_search_knows_the_way(back: str) -> None:
    """The line that was won proves that its positions can be won; a search need not find a way."""
    player = player_of(session_of(games.model("freecell"), 1), Memory())
    type_lines(player, "auto", back, "review")
    assert "it can still be won" in player.console.said


class TestBackToAWin:
    def test_it_is_the_undo_of_so_many_moves_and_counts_as_a_verdict(self) -> None:
        player = at("canfield", 10, *CANFIELD, "restart", "redo 5", "undo to-won")
        assert player.session.log[-2:] == ["winnable", "undo 1"]
        assert player.session.revealed["verdict"] == 1 and player.session.history.made == 4
        with pytest.raises(IllegalMove, match="the game can still be won"):
            player.do("undo to won")

    def test_after_the_end_it_costs_nothing(self) -> None:
        player = at("canfield", 10, *CANFIELD, "giveup", "undo to-won")
        assert player.session.log[-1] == "undo 2" and not player.session.revealed.get("verdict")
        player = at("klondike", 4, "giveup")
        with pytest.raises(IllegalMove, match="this deal could not be won"):
            player.do("undo to-won")

    def test_a_loss_is_told_once_if_it_is_wanted(self) -> None:
        player = at("canfield", 10)
        player.wishes.tell_lost = True
        said = ""
        for line in (*CANFIELD, "card", "card", "undo 3", "wsttab 1"):
            player.do(line)
            said += player.outlook(player.game)
            if line == "card":
                assert said.count("The game is lost") == player.session.hints
        assert said.count("The game is lost") == player.session.hints == 2
        assert "until move 4: undo 1 goes back there" in said
