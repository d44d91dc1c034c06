"""The command `arena` and `cardgames.arena`: rotations, forfeits, parts, and going on."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import cardgames
from cardgames.seats import program
from tests.program import run_here, shown_here

FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "moves" in message:
        print(json.dumps({"move": message["moves"][0]}), flush=True)
"""
SHORT = ("--target", "20")


def first(position: Any) -> Any:
    return next(position.legal_moves(), None)


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text(FIRST)
    return f"{sys.executable} -S -E {tmp_path / 'bot.py'}"


def test_each_deal_is_played_in_all_rotations() -> None:
    seen = []

    def watching(position: Any) -> Any:
        seen.append((position.hands[position.turn - 1], position.turn, position.hand))
        return first(position)

    played = cardgames.arena("rummy", [watching, "easy", "easy"], 3, seed=7, target=5)
    assert played.games == 3 and {seat for _, seat, _ in seen} == {1, 2, 3}
    dealt = cardgames.deal("rummy", seed=7, players=3).hands
    firsts = {seat: hand for hand, seat, number in reversed(seen) if number == 1}
    for seat, hand in firsts.items():
        assert len({*hand} - {*dealt[seat - 1]}) <= 1


def test_a_rival_is_told_that_a_game_is_forfeited(tmp_path: Path) -> None:
    noting = FIRST + "    if 'over' in message: open(sys.argv[1], 'a').write(line)"
    (tmp_path / "noting.py").write_text(noting)
    (tmp_path / "bad.py").write_text("print('hello')")
    players = [f"{sys.executable} -S -E {tmp_path / name}" for name in ("noting.py", "bad.py")]
    played = cardgames.arena("rummy", [f"{players[0]} {tmp_path / 'heard'}", players[1]], 2)
    told = (tmp_path / "heard").read_text()
    assert played.games == 2 and "forfeited: " in told


def test_an_arena_leaves_the_programs_of_a_match_running(bot: str) -> None:
    with cardgames.Match("golf", seed=1, seats={1: bot}) as match:
        match.step()
        (running,) = program._running
        assert cardgames.arena("golf", ["quick", bot], 1).games == 1
        assert program._running == {running} and match.step() is not None


@pytest.mark.parametrize("seconds", [float("nan"), 0, -1, "5", None, 10**9, True])
def test_the_time_for_an_answer_is_checked(seconds: Any) -> None:
    with pytest.raises(cardgames.InvalidCommand, match="seconds are more than 0"):
        cardgames.arena("rummy", ["easy", "medium"], 1, seconds=seconds)


def test_the_report_names_shares_points_and_who_is_ahead_of_whom() -> None:
    played = cardgames.arena("rummy", ["easy", first], 5, target=20)
    text = str(played)
    assert text.startswith("Rummy --target 20, an arena of 2\n5 games, deals 1 to 3, in all 2 rot")
    assert "\n1 more game would make the deals whole\n" in text
    row = r"^(\d)  (\S+) +(\d+) +[\d.]+% +[\d.]+% to +[\d.]+% +[\d.]+ \+- "
    rows = re.findall(row, text, re.MULTILINE)
    assert [row[:2] for row in rows] == [("1", "easy"), ("2", "tests.test_arena.first")]
    assert sum(int(row[2]) for row in rows) == 5
    ((_, one), (other, _)) = played.ahead()
    assert one + other == 5 and one == int(rows[0][2])


def test_a_patience_is_played_by_each_alone() -> None:
    played = cardgames.arena("golf", ["quick", first], 4)
    alone = cardgames.simulate("golf", 4, strategy=first)
    points = played.spreads()["points 2"]
    assert points.mean == alone.score.mean and "4 deals, each by all players" in str(played)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_programs_play_and_parts_add_up(bot: str, tmp_path: Path, jobs: str) -> None:
    for name, skip, games in (("a", "0", "1"), ("b", "1", "2"), ("whole", "0", "3")):
        words = ("arena", "rummy", bot, "easy", *SHORT, "--skip", skip, "--games", games, "--json")
        (tmp_path / name).write_text(shown_here(*words, "--jobs", jobs))
    both, whole = (shown_here("merge", *names, cwd=tmp_path) for names in (("a", "b"), ("whole",)))
    assert both == whole and "3 games, deals 1 to 2" in both
    assert not program._running


def test_a_forfeited_game_is_lost_and_the_third_in_a_row_ends_it(tmp_path: Path, bot: str) -> None:
    file = tmp_path / "dies.py"
    file.write_text("import sys; sys.exit('no more cards')")
    dies = f"{sys.executable} -S -E {file}"
    result = run_here("arena", "rummy", dies, "easy", *SHORT, "--games", "9")
    out, err = result.stdout.decode(), result.stderr.decode()
    assert result.returncode == 1
    assert "Forfeited: 2 dead by ..." in out and "MISSING: 7 of 9 games" in out
    why = f"{dies} has ended, with status 1 (its last words: no more cards)"
    assert err.startswith(f"Forfeited: {why}\n") and err.count("Forfeited") == 1
    assert f"three games in a row are forfeited: {why}" in err
    command = f"cardgames arena rummy '{dies}' easy --target 20 --seed 2 --games 7"
    assert f"The rest is played by:\n  {command}\n" in err
    shared = run_here("arena", "rummy", dies, "easy", *SHORT, "--games", "9", "--jobs", "2")
    assert shared.returncode == 1 and b"\nError: game 1 of deal " in shared.stderr
    played = cardgames.arena("golf", ["quick", bot], 2)
    assert "Forfeited" not in str(played)


def test_a_program_that_forfeits_is_started_anew(tmp_path: Path) -> None:
    file, count = tmp_path / "second.py", tmp_path / "count"
    file.write_text(
        f"with open({str(count)!r}, 'a') as file: file.write('x')\n"
        f"if open({str(count)!r}).read() == 'x': raise SystemExit(1)\n{FIRST}"
    )
    played = cardgames.arena("rummy", [f"{sys.executable} -S {file}", "easy"], 4, target=5)
    assert count.read_text() == "xx" and played.spreads()["dead 1"].total == 1


@pytest.mark.parametrize(("words", "said"), [
    (("rummy", "esay", "hard"), "'esay' is neither a computer player (hint, easy, medium, hard) "
     "nor a program: did you mean easy?"),
    (("rummy", "easy"), "an arena needs 2 to 6 players, not 1"),
    (("rummy", *["easy"] * 7), "an arena needs 2 to 6 players, not 7"),
    (("rummy", "easy", "'"), "is not a command"),
    (("slap", "hint", "hint", "hint"), "Slap is for two players, not 3"),
])  # fmt: skip
def test_what_cannot_be_played_says_so(words: tuple[str, ...], said: str) -> None:
    result = run_here("arena", *words)
    assert result.returncode == 2 and said in result.stderr.decode()


@pytest.mark.parametrize(("changes", "said"), [
    ({"players": ["easy", ""]}, "its 'players' must be"),
    ({"players": 5}, "it is not what"),
    ({"seconds": 0}, "seconds are more than 0, at most 3600, not 0"),
    ({"ahead": [[0, 9], [0, 0]]}, "its ahead is"),
])  # fmt: skip
def test_a_part_that_was_changed_is_refused(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    played = cardgames.arena("rummy", ["easy", "medium"], 1, target=5)
    (tmp_path / "part").write_text(json.dumps(json.loads(played.to_json()) | changes))
    result = run_here("merge", "part", cwd=tmp_path)
    assert result.returncode == 2 and said in result.stderr.decode()


@pytest.mark.parametrize(("players", "said"), [
    ("easy", "players are a list of two or more"), (["easy"], "players are a list"),
    (["easy", 5], "not 5"), (["easy", "'"], "is not a command"),
])  # fmt: skip
def test_wrong_calls_say_what_is_right(players: Any, said: str) -> None:
    with pytest.raises(cardgames.InvalidCommand, match=said):
        cardgames.arena("rummy", players)


@pytest.mark.parametrize(
    ("game", "level", "more"), [("rummy", "easy", SHORT), ("golf", "quick", ())]
)
def test_each_game_is_saved_as_a_script(
    game: str, level: str, more: tuple[str, ...], bot: str, tmp_path: Path
) -> None:
    words = ("arena", game, bot, level, *more, "--games", "2", "--save", "games")
    told = shown_here(*words, cwd=tmp_path)
    files = sorted((tmp_path / "games").iterdir())
    count = 2 if game == "rummy" else 4
    assert len(files) == count and files[0].name == f"{game}-1-1.txt"
    for file in files:
        head, *rest = file.read_text().splitlines()
        assert head.startswith(f"# cardgames {game} ") and head.endswith("=join")
        assert any(line.startswith("# seat 1: ") for line in rest)
        shown = shown_here("replay", str(file))
        if game == "rummy":
            assert "points reach the target of 20" in shown and "otherwise" not in shown
    assert "2 games" in told or "2 deals" in told
    again = run_here(*words, cwd=tmp_path)
    assert again.returncode == 1 and "cannot save a game to games" in again.stderr.decode()


def test_functions_in_several_processes_need_a_name() -> None:
    assert cardgames.arena("rummy", ["easy", first], 4, target=5, jobs=2).games == 4
    with pytest.raises(cardgames.InvalidCommand, match="at the top of a module"):
        cardgames.arena("rummy", ["easy", lambda position: None], 4, jobs=2)
    with pytest.raises(cardgames.CardGameError, match="game 1 of deal 3, ZeroDivisionError"):
        cardgames.arena("rummy", ["easy", wrong], 4, seed=3)


def wrong(position: Any) -> Any:
    return 1 / 0
