"""What every solver does: the lines that it plays, what it tells at the table, and `solve`."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardgames import games
from cardgames.model.errors import IllegalMove
from cardgames.model.strategy import SOLVER
from cardgames.text.coach import Coach
from tests.program import run_here
from tests.seated import player_of, session_of

DEAL = "# cardgames klondike --seed 1"
GAME = f"{DEAL}\ncard\ncard\nundo\n"


@pytest.mark.parametrize(("name", "seed"), [("canfield", 2), ("klondike", 8)])
def test_the_player_follows_its_line_without_solving_again(name: str, seed: int) -> None:
    game, player = session_of(games.model(name), seed).game, games.computer(name, SOLVER)
    solver: Any = player
    line = solver.solution(game).moves
    solver.solve = None
    for move in line:
        advice = player.choose(game, None)
        assert advice is not None and advice.move == move
        game = game.apply(move)
    assert game.outcome() is not None


KEPT = "tabfnd 3; card; card; wsttab 4"
ASTRAY = (
    "card; tabfnd 1; card; tabtab 4 6; tabtab 2 1; tabtab 7 2; tabtab 2 3; "
    "card; card; card; tabtab 3 4; tabtab 3 2; wsttab 2"
)


@pytest.mark.parametrize(("name", "seed", "moves", "loses", "number"), [
    ("canfield", 10, KEPT, "wsttab 1", 4),
    ("klondike", 14, ASTRAY, "card", 13),
])  # fmt: skip
def test_a_person_is_told_where_the_game_could_still_be_won(
    name: str, seed: int, moves: str, loses: str, number: int
) -> None:
    """After MOVES it can still be won, but not after the one that LOSES."""
    player = player_of(session_of(games.model(name), seed))
    player.console.interactive = True
    assert player.parting() == ""
    player.do(moves)
    assert player.parting() == "It could still be won.\n"
    player.do(loses)
    told = f"It could be won until move {number}: undo 1 goes back there.\n"
    player.account = lambda session: (1, "")
    assert player.parting() == "", "the game is kept, so this would be a verdict that nobody counts"
    player.account = None
    assert player.parting().removesuffix("'review' shows where it could still be won.\n") == told
    player.do("winnable")
    assert player.session.revealed == {"verdict": 1} and player.session.log[-1] == "winnable"
    player.do("undo")
    player.do("solution")
    assert player.session.outcome() is not None
    assert player.session.seats == ("solver",) and player.session.log[-1].startswith("1: ")


@pytest.mark.parametrize(("name", "seed", "typed", "reason"), [
    ("canfield", 4, "winnable", "this deal could not be won"),
    ("canfield", 4, "card; card", "this deal could not be won"),
    ("klondike", 4, "card", "this deal could not be won"),
    ("canfield", 10, f"{KEPT}; wsttab 1", "the game cannot be won any more"),
])  # fmt: skip
def test_a_deal_that_could_never_be_won_is_not_lost_by_anybody(
    name: str, seed: int, typed: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = player_of(session_of(games.model(name), seed))
    player.do(typed)
    logged = list(player.session.log)
    for line in ("solution", "auto solver"):
        with pytest.raises(IllegalMove) as error:
            player.do(line)
        assert str(error.value) == f"there is no solution: {reason}"
    assert player.session.log == logged
    never = "This deal could not be won.\n"
    told = player.coach.verdict(None, 10**7)
    assert (told == never) is ("any more" not in reason) is ("any more" not in told)
    if told != never:
        monkeypatch.setattr(Coach, "way_back", lambda *_: "")
        assert player.coach.verdict(None, 10**7) == "It cannot be won.\n"


@pytest.mark.parametrize(("name", "seed"), [("canfield", 2), ("klondike", 1)])
def test_the_script_wins_when_it_is_played(name: str, seed: int, tmp_path: Path) -> None:
    result = run_here("solve", name, "--seed", str(seed))
    assert result.returncode == 0
    first, second, *line = result.stdout.decode().splitlines()
    assert first == f"# cardgames {name} --seed {seed}"
    assert second.startswith(f"# Winnable: {len(line)} moves, found in ")
    (tmp_path / "line").write_bytes(result.stdout)
    played = run_here("replay", "line", "--strict", cwd=tmp_path)
    assert b"You won" in played.stdout and played.returncode == 0


class TestScripts:
    @pytest.mark.parametrize("words", [(), ("--json",), ("--show",)])
    def test_one_is_read_from_standard_input(self, words: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "game").write_text(GAME)
        piped = run_here("solve", "klondike", "-", "--limit", "500", *words, stdin=GAME)
        named = run_here("solve", "klondike", "game", "--limit", "500", *words, cwd=tmp_path)
        assert piped.returncode == named.returncode == 0
        if words != ("--json",):  # which tells the seconds
            assert piped.stdout == named.stdout and piped.stderr == named.stderr
        if words != ("--show",):  # which plays it
            printed = piped.stdout.decode()
            if words:
                found = json.loads(printed)
                assert found["played"] == ["card", "card", "undo 1"]
                printed = "\n".join([DEAL, *found["played"], *found["moves"]])
            piped = run_here("replay", "-", "--strict", stdin=printed)
        assert b"You won" in piped.stdout

    @pytest.mark.parametrize(("words", "script", "told"), [
        (("klondike", "-"), "", "standard input, line 1: a script begins with a remark"),
        (("klondike", "-"), GAME + "x\n", "standard input, line 5: unknown command 'x'"),
        (("klondike", "-", "--draw", "1"), GAME, "a script has a deal of its own: leave out"),
        (("canfield", "-"), GAME, "the script plays Klondike, not Canfield"),
        (("klondike", "-"), "# cardgames clock --seed 1\n", "plays Clock, not Klondike"),
        (("klondike",), GAME, "name a deal: --seed N, --deck FILE, or a SCRIPT"),
    ])  # fmt: skip
    def test_what_cannot_be_solved(self, words: tuple[str, ...], script: str, told: str) -> None:
        result = run_here("solve", *words, stdin=script)
        assert result.returncode == 2 and told in result.stderr.decode()
