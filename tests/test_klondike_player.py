"""The text player of Klondike: its board, what it records, and what its solver tells."""

import pytest

from cardgames.games.klondike.game import Klondike
from cardgames.model.errors import IllegalMove
from cardgames.patience.knowledge import DealKnowledge
from cardgames.patience.search import Solution, Verdict
from tests.seated import Memory, player_of, session_of
from tests.test_fair import interrupted
from tests.test_klondike import RANKS


def test_the_number_of_cards_is_not_recorded() -> None:
    session = session_of(Klondike, 3)
    player_of(session, Memory()).do("tt 2 7 1")
    assert session.log == ["tabtab 2 7"]


class TestAskingTheSolver:
    @pytest.mark.parametrize("line", ["winnable", "solution", "auto solver"])
    def test_ctrl_c_breaks_it_off_and_nothing_counts(
        self, line: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        player = player_of(session_of(Klondike, seed=8))
        player.console.interactive = True
        with monkeypatch.context() as patch:
            patch.setattr(DealKnowledge, "solution", interrupted)
            with pytest.raises(IllegalMove, match="the solver was stopped"):
                player.do(line)
            player.console.interactive = False
            with pytest.raises(KeyboardInterrupt):
                player.do(line)
        assert (player.session.hints, player.session.log) == (0, [])
        player.do("winnable")
        assert (player.session.hints, player.session.log) == (1, ["winnable"])

    @pytest.mark.parametrize(("verdict", "told"), [
        (Verdict.LOST, "there is no solution: this deal could not be won"),
        (Verdict.UNDECIDED, "no solution was found: 100000 positions were not enough to find out"),
    ])  # fmt: skip
    def test_without_a_solution_the_solver_does_not_play(
        self, verdict: Verdict, told: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        player = player_of(session_of(Klondike, seed=1))
        found = Solution(verdict, 100_000)
        monkeypatch.setattr(DealKnowledge, "solution", lambda *_: found)
        for line in ("solution", "auto solver"):
            with pytest.raises(IllegalMove) as error:
                player.do(line)
            assert str(error.value) == told
        assert player.session.log == []


def run_from_the_king() -> list[str]:
    return [f"{rank}{'HS'[i % 2]}" for i, rank in enumerate(reversed(RANKS))]
