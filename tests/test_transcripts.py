"""Every transcript, played by the installed program, prints what it printed when accepted."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from cardgames.cli.seating import text_player
from cardgames.games import GAMES
from cardgames.games import model as model_of
from cardgames.model.commands import Commands
from tests.transcripts import FOLDER, command_of, played, scripts, title

NAMES = [listing.name for listing in GAMES]


@pytest.fixture(scope="module")
def outputs(request: pytest.FixtureRequest) -> Iterator[dict[Path, "Future[bytes]"]]:
    """What the program prints for each transcript that is tested; several run at a time."""
    tested = [getattr(item, "callspec", None) for item in request.session.items]
    paths = {spec.params["path"] for spec in tested if spec and "path" in spec.params}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {path: pool.submit(played, path) for path in scripts() if path in paths}


@pytest.mark.parametrize("path", scripts(), ids=title)
def test_transcript(path: Path, outputs: dict[Path, "Future[bytes]"]) -> None:
    expected = path.with_suffix(".out")
    assert expected.exists(), f"{expected} is missing: 'make accept' writes it"
    assert outputs[path].result().decode() == expected.read_text(encoding="utf-8"), (
        f"{title(path)} differs: if that is meant, 'make accept' takes it"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_transcripts(name: str) -> None:
    assert len(scripts(name)) >= 12, f"{name} needs transcripts in transcripts/{name}/TOPIC.in"


@pytest.mark.parametrize("name", NAMES)
def test_the_transcripts_use_every_command(name: str) -> None:
    commands = Commands(model_of(name), text_player(name))
    used: set[str] = set()
    for path in scripts(name):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            word = line.split(maxsplit=1)[0].lower() if line.strip() else ""
            used.update(item.name for item in commands.all.values() if word in words(item))
    unused = set(commands.all) - used
    assert not unused, f"no transcript of {name} uses {', '.join(sorted(unused))}"


def words(item: object) -> tuple[str, ...]:
    return (item.name, *item.shorts)  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", scripts(), ids=title)
def test_the_first_line_names_the_game_of_the_folder(path: Path) -> None:
    assert command_of(path)[0] == path.parent.name


def test_no_output_without_script() -> None:
    outputs = {path.with_suffix("") for path in FOLDER.glob("*/*.out")}
    assert outputs == {path.with_suffix("") for path in scripts()}
