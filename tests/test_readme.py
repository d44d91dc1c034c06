"""The documents: their commands work as pasted, and they show what the program prints."""

import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import pytest

from cardgames import games
from cardgames.cli.playing import SCRIPTS
from cardgames.cli.settings import config_folder, state_folder
from cardgames.model.game import Setup
from cardgames.patience import advice
from cardgames.patience.quick import PatienceStrategy
from cardgames.play.session import Session
from cardgames.screen.look import Look
from cardgames.text.layout import rules_of
from cardgames.text.patience import PatienceTextPlayer
from tests.docs import CONTRIBUTING, DOCS, README, TOPICS, blocks, sample, text_of, topic
from tests.program import PROGRAM, ROOT, environment, run_here, shown_here
from tests.samples import sample as amount
from tests.screen import Screen
from tests.seated import Memory, brief_computers, type_lines
from tests.test_terminal import Terminal

BLOCKS = [block for file in DOCS for block in blocks(file)]
COMMANDS = [line for _, block in BLOCKS for line in block]
PIPED = re.compile(r"(?:printf (?P<script>'[^']*') \| )?cardgames(?P<words>[^<>|]*)(?P<to>> \S+)?$")
"""The commands that can be run without a shell: what is piped in, the arguments, and the output."""
IN_A_SHELL = re.compile(r"eval|.* < ")
"""The beginnings of those that need one."""
FEW_GAMES = amount("--games 2", r"\g<0>")


def test_there_are_commands() -> None:
    assert "make play" in COMMANDS and "make check" in COMMANDS
    assert {name for name, _ in BLOCKS} >= {"README", "CONTRIBUTING", "scripts", "slap-beggar"}


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("make ")])
def test_make_knows_its_targets(line: str) -> None:
    subprocess.run(f"{line} --dry-run", shell=True, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[f"{name}: {b[0]}" for name, b in BLOCKS])
def test_the_other_commands_work_as_pasted(
    name: str, block: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, as those of a block use each other's files; but with few games."""
    (tmp_path / "transcripts").symlink_to(ROOT / "transcripts")
    (tmp_path / "bot.py").write_text(sample(topic("bots"), "flush=True"))
    monkeypatch.setattr(advice, "ORDERS", 1)
    for line in block:
        if not line.startswith("make "):
            if "merge" not in " ".join(block):  # which says how many there must be
                line = re.sub(r"--games \d+", FEW_GAMES, line)
            exact = "solve" in line or "winnable" in line
            with nullcontext() if exact else brief_computers():
                result = pasted(line, tmp_path)
            assert result.returncode == 0, f"{line}: {result.stderr.decode()}"
            assert result.stdout or line.startswith("eval") or ".json" in line


def pasted(line: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Carry out a command in FOLDER; in this process if it needs no shell."""
    homes = {"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    found = PIPED.fullmatch(line)
    if found is None:
        assert IN_A_SHELL.match(line), f"what is this? {line}"
        path = f"{Path(PROGRAM).parent}:{environment()['PATH']}"
        return subprocess.run(
            ["bash", "-c", line],
            cwd=folder,
            env=environment(PATH=path, **homes),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    script = (found["script"] or "")[1:-1].replace("\\n", "\n")
    result = run_here(*shlex.split(found["words"]), stdin=script, cwd=folder, **homes)
    if found["to"]:
        (folder / found["to"][2:]).write_bytes(result.stdout)
    return result


def test_the_first_picture_is_what_a_person_sees(opened: list[Terminal]) -> None:
    board = re.search(r"```text\n(.*?)```", text_of(README), re.DOTALL)
    assert board is not None
    opened.append(terminal := Terminal("canfield", "--seed", "9", "--no-color"))
    screen = Screen()
    for keys in ("31\n", "card\n", "\x1b[B"):
        screen.write(terminal.see("\x1b[J> "))
        terminal.type(keys)
    for keys, mark in (("\t", "+A♦"), (" ", "+K♠"), ("", ">K♠")):
        screen.write(terminal.see(mark))
        terminal.type(keys)
    assert "\n".join([*screen.lines, ""]) == board[1]


@pytest.mark.parametrize(
    ("platform", "row"), [("linux", "Linux"), ("darwin", "macOS"), ("win32", "Windows")]
)
def test_files_lie_where_the_table_says(
    platform: str, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = re.search(rf"^\| {row} \| (.*) \|$", text_of(README), re.MULTILINE)
    assert cells is not None
    folder, state, moved = [cell.strip().replace("`", "") for cell in cells[1].split(" | ")]
    state = state.replace("state in that folder", f"{folder}/state")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os, "name", "nt" if platform == "win32" else "posix")
    monkeypatch.setattr(click.utils, "WIN", platform == "win32")
    variables = moved.split(", ") if moved != "none" else []
    for name in ("APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, f"%{name}%" if platform == "win32" else "")
    home = os.path.expanduser("~")
    for told, found in ((folder, config_folder), (state, state_folder)):
        assert told.replace("~", home).replace("\\", "/") == found()
    for name, found in zip(variables, (config_folder, state_folder)):
        monkeypatch.setenv(name, "/elsewhere")
        assert found().startswith("/elsewhere/cardgames")


class TestForm:
    def test_the_readme_is_short(self) -> None:
        assert len(text_of(README).splitlines()) <= 300

    def test_adding_a_game_takes_at_most_ten_steps(self) -> None:
        steps = text_of(CONTRIBUTING).split("## Add a game")[1]
        assert len(re.findall(r"^(\d+)\. ", steps, re.MULTILINE)) <= 10

    @pytest.mark.parametrize("file", [README, CONTRIBUTING], ids=lambda file: file.name)
    def test_the_three_parts_of_a_game_are_where_it_says(self, file: Path) -> None:
        """Each item names its file, and mostly the class in it as 'class CLASS(BASE)'."""
        for part in ("Game", "TextPlayer", "Main"):
            (item,) = re.findall(rf"^- \*\*{part}\*\*.*\n(?:  .*\n)*", text_of(file), re.MULTILINE)
            path, *_ = re.findall(r"`(cardgames/\S+)\.py`", item.replace("NAME", "canfield"))
            module = import_module(path.replace("/", "."))
            for name, base in re.findall(r"`class (\w+)\((\w+)\)`", item):
                assert base in [above.__name__ for above in getattr(module, name).__mro__[1:]]

    def test_each_module_that_a_document_or_the_code_names_is_there(self) -> None:
        """Some are examples: a new game, or a file of PySolFC."""
        there = {str(file) for file in (ROOT / "cardgames").rglob("*.py")}
        there |= {str(file) for file in (ROOT / "tests").glob("*.py")}
        for file in (README, CONTRIBUTING, *(ROOT / "cardgames").rglob("*.py")):
            for named in re.findall(r"`((?!pysollib)\S+\.py)`", file.read_text(encoding="utf-8")):
                wanted = "/" + named.replace("NAME", "canfield")
                new = named.endswith(("vineyard.py", "skat.py"))
                assert new or any(path.endswith(wanted) for path in there), (file, named)

    @pytest.mark.parametrize("file", [README, CONTRIBUTING], ids=lambda file: file.name)
    def test_each_topic_that_it_names_is_one(self, file: Path) -> None:
        named = re.findall(r"`cardgames help ([a-z0-9-]+)`", text_of(file))
        assert {*named} <= {topic.stem for topic in TOPICS} | {"canfield"}


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
    code = sample(topic("python"), "get_executor").replace("1_000_000", '30, slaps="none"')
    exec(code, {"__name__": "__main__"})
    assert "30 deals, seeds 1 to 30\n" in capsys.readouterr().out


IN_PYTHON = [
    (README, "cardgames.deal"), (topic("bots"), "cardgames.arena"),
    *[(topic("python"), words) for words in (
        ".score())", "match.step()", "def greedy", "[first, ", "stopped", "write_text",
    )],
]  # fmt: skip
"""The samples that are run as they stand, but for the number of games."""


@pytest.mark.parametrize(("file", "words"), IN_PYTHON, ids=[words for _, words in IN_PYTHON])
def test_samples_in_python_run(
    file: Path, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(re.sub(r"games=\d+", "games=1", sample(file, words)), {"__name__": "__main__"})


def test_the_array_job_makes_parts_that_add_up(tmp_path: Path) -> None:
    script = sample(topic("cluster"), "#!/bin/bash")
    script = script.replace("100000", "3").replace("--json", "--slaps none --json")
    path = f"{Path(PROGRAM).parent}:{environment()['PATH']}"
    for task in range(2):
        changes = {"PATH": path, "SLURM_ARRAY_TASK_ID": str(task)}
        subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment(**changes), check=True)
    parts = sorted(file.name for file in tmp_path.glob("part-*.json"))
    assert "6 deals, seeds 1 to 6\n" in shown_here("merge", *parts, cwd=tmp_path)


def test_the_sample_of_a_patience_is_played_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    vineyard = ModuleType("vineyard")
    monkeypatch.setitem(sys.modules, "vineyard", vineyard)
    exec(sample(CONTRIBUTING, '"""Vineyard'), vars(vineyard))
    listed = eval(f"({sample(CONTRIBUTING, '_on_shelf(')})", vars(games))[0]
    assert (listed.name, listed.model, listed.shelf) == ("vineyard", "Vineyard", True)
    game = vineyard.Vineyard
    session = Session(Setup(game, game.options_type(), 6), lambda name: PatienceStrategy())
    console = Memory()
    player = PatienceTextPlayer.of(game, solved=False)(session, console, Look(), SCRIPTS)
    type_lines(player, "1e", "hint", "up all", "auto")
    assert session.moves_made > 3 and "Hint: " in console.said
    assert "There are three cells" in rules_of(game)
