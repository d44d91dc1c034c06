"""The review at a terminal: what shows while it is made, and that Ctrl-C breaks it off."""

from pathlib import Path

import pytest

from tests.test_rummy_review import at
from tests.test_terminal import Terminal, plain


@pytest.mark.parametrize(("words", "begin", "progress", "score"), [
    ("canfield --seed 10", "card", ": after move 0 of 1 .", "1 move. Seed 10."),
    ("rummy --seed 1", "load {}", "hand 1, turn ", "Seed 12."),
])  # fmt: skip
def test_it_shows_its_progress_and_is_broken_off(
    opened: list[Terminal], words: str, begin: str, progress: str, score: str, tmp_path: Path
) -> None:
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    match = tmp_path / "match"
    match.write_text(at(2, 1).session.script())
    opened.append(Terminal(*words.split(), **home))
    opened[0].answer(begin.format(match), "\n")
    opened[0].answer("review all", progress)
    opened[0].type("\x03", "the review was stopped")
    told = " ".join(plain(opened[0].answer("score", score.split(". ")[-1])).split())
    assert score in told and "hint" not in told
