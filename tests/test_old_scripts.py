"""Old scripts mean the same as ever: each line of the transcripts of 1.2 and 1.9 is read alike.

`scripts_1_2.txt` and `scripts_1_9.txt` hold them, each after its name and the options of its game.
Behind ' = ' is what a line in short meant: its notation, 'refused', or '-' if no command was read.
"""

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgames.model.errors import CardGameError
from cardgames.model.game import Move
from cardgames.text.textplayer import TextPlayer
from tests import fuzz
from tests.program import run_here
from tests.samples import sample
from tests.transcripts import FOLDER
from tests.walks import every_game


@pytest.fixture(autouse=True, scope="module")
def hasty() -> Iterator[None]:
    with fuzz.hasty():
        yield


def scripts(game: str) -> Iterator[list[str]]:
    """The scripts of a game, each with its name and options in the first line."""
    for file in ("scripts_1_2.txt", "scripts_1_9.txt"):
        text = (Path(__file__).parent / file).read_text(encoding="utf-8")
        for script in text.removeprefix("# ").split("\n# "):
            if script.startswith(f"{game}/"):
                yield script.splitlines()


@every_game
def test_each_line_means_what_it_meant(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, told = TextPlayer.read, []

    def listen(player: TextPlayer, line: str) -> Any:
        try:
            found, arguments = read(player, line)
        except CardGameError:
            told.extend(["refused"] * (not player.session.replaying))
            raise
        told.extend([str(Move(found.name, arguments))] * (not player.session.replaying))
        return found, arguments

    monkeypatch.setattr(TextPlayer, "read", listen)
    monkeypatch.setattr(TextPlayer, "typed", lambda _, move: str(move))  # reads what it lists
    for title, *lines in [*scripts(name)][:: sample(20, 1)]:
        script, *options = shlex.split(title)
        others = shutil.ignore_patterns("*.in", "*.out")
        folder = shutil.copytree(FOLDER / name, tmp_path / script, ignore=others)
        told.clear()
        typed = "\n".join([line.partition(" = ")[0] for line in lines])
        run_here(name, *options, stdin=typed, cwd=folder)
        assert told == meant(lines), f"{script} means something else"


def meant(lines: list[str]) -> list[str]:
    """The commands that these lines meant; answers and moves of computers, with '-', were none."""
    meanings = [meaning or typed for typed, _, meaning in (line.partition(" = ") for line in lines)]
    return [part for meaning in meanings if meaning != "-" for part in meaning.split("; ")]
