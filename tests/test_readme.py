"""The README: its commands work as pasted, and what it shows is what the program prints."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from cardgames.cli.seating import text_player
from cardgames.games import model
from cardgames.model.cards import DECK
from cardgames.model.commands import Commands
from cardgames.model.errors import IllegalMove
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import help_text, options_text
from tests.parts import NAMES
from tests.program import PROGRAM, ROOT, environment, shown

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def commands(block: str) -> list[str]:
    """The commands of a block, also those that go on in the next line."""
    return block.replace("\\\n", "").splitlines()


COMMANDS = [line for block in BLOCKS for line in commands(block)]


def test_there_are_commands() -> None:
    assert "make play" in COMMANDS and "make check" in COMMANDS


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_make_knows_its_targets(line: str) -> None:
    subprocess.run(f"{line} --dry-run", shell=True, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_the_other_commands_work_as_pasted(block: str, tmp_path: Path) -> None:
    """One after the other, as those of a block use each other's files."""
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    path, home = f"{Path(PROGRAM).parent}:{environment()['PATH']}", str(tmp_path)
    for line in commands(block):
        if not line.startswith("make "):
            result = subprocess.run(
                ["bash", "-c", line],
                cwd=tmp_path,
                env=environment(PATH=path, XDG_CONFIG_HOME=home, XDG_STATE_HOME=home),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            assert result.returncode == 0, f"{line}: {result.stderr}"
            assert result.stdout or line.startswith("eval") or ".json" in line


def test_the_session_is_what_the_program_shows() -> None:
    session = re.search(r"```text\n\$ cardgames (.*?)\n(.*?)```", README, re.DOTALL)
    assert session is not None
    arguments, text = session.groups()
    typed = "".join(line[2:] + "\n" for line in text.splitlines() if line.startswith("> "))
    assert shown(*arguments.split(), stdin=typed) == text


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_are_what_the_program_declares(name: str) -> None:
    player = text_player(name)
    commands = Commands(model(name), player)
    assert help_text(commands, Commands(TextPlayer), player.dialect) in README
    assert options_text(model(name)) in README


def test_adding_a_game_takes_at_most_ten_steps() -> None:
    steps = re.findall(r"^(\d+)\. ", README.split("## Add a game")[1], re.MULTILINE)
    assert len(steps) <= 10


def test_lines_are_short() -> None:
    assert max(map(len, README.splitlines())) <= 100


def python_with(words: str) -> str:
    """The sample of Python in which WORDS stand."""
    samples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    return next(str(sample) for sample in samples if words in sample)


def test_the_sample_of_an_executor_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With threads in the place of a cluster, which need not be installed."""

    class Client(nullcontext["Client"]):
        def __enter__(self) -> "Client":
            return self

        def nthreads(self) -> dict[str, int]:
            return {"one": 1, "two": 1}

        def get_executor(self) -> ThreadPoolExecutor:
            return ThreadPoolExecutor(2)

    for name in ("dask", "dask.distributed"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules["dask.distributed"], "Client", Client, raising=False)
    sample = python_with("get_executor").replace("1000000", "30 --slaps none")
    exec(sample, {"__name__": "__main__"})
    assert "30 deals, seeds 1 to 30\n" in capsys.readouterr().out


def test_the_array_job_makes_parts_that_add_up(tmp_path: Path) -> None:
    job = re.search(r"```bash\n(#!/bin/bash\n.*?)```", README, re.DOTALL)
    assert job is not None
    script = job[1].replace("GAMES=100000", "GAMES=3").replace("--jobs 4", "--slaps none")
    path, home = f"{Path(PROGRAM).parent}:{environment()['PATH']}", str(tmp_path)
    for task in range(2):
        changes = {"PATH": path, "SLURM_ARRAY_TASK_ID": str(task)}
        subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment(**changes), check=True)
    parts = sorted(file.name for file in tmp_path.glob("part-*.json"))
    assert "6 deals, seeds 1 to 6\n" in shown("merge", *parts, cwd=tmp_path)


def test_the_sample_of_a_game_deals_and_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = ModuleType("sample")
    monkeypatch.setitem(sys.modules, "sample", sample)
    exec(dedent(python_with("class Golf")), vars(sample))
    game = sample.Golf.deal(DECK, None)
    assert [len(pile) for pile in game.tableau] == [5] * 7 and len(game.stock) == 16
    fits = [abs(pile[-1].rank - game.waste[-1].rank) == 1 for pile in game.tableau]
    assert len(game.play(fits.index(True) + 1).waste) == 2
    with pytest.raises(IllegalMove, match="the waste goes by ranks"):
        game.play(fits.index(False) + 1)
