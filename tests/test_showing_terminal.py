"""Settings of how a game is shown, which hold wherever a person looks at a terminal."""

from pathlib import Path

import pytest

from tests.test_terminal import Terminal

SCRIPT = "# cardgames canfield --seed 3\ncard\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with settings for a screen that is read aloud, and a script."""
    (tmp_path / "cardgames").mkdir()
    (tmp_path / "cardgames" / "settings").write_text("cards words\ncanfield draw 1\nwrong\n")
    (tmp_path / "script").write_text(SCRIPT)
    return tmp_path


def test_they_reach_every_command_that_shows_a_game_but_not_what_is_dealt_already(
    opened: list[Terminal], home: Path
) -> None:
    """What is drawn has piles side by side, in words each pile has a line of its own."""
    changes = {"XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home)}
    for words in ("today", "canfield", "today --scroll", f"replay {home / 'script'} --continue"):
        opened.append(Terminal(*words.split(), **changes))
        seen = opened[-1].see("is not a game") + opened[-1].see("> ")
        assert "Base rank: " in seen and "line 3: 'wrong'" in seen, words
    opened[-1].type("options\n", "--draw 3")


def test_an_option_that_is_typed_goes_before_them(opened: list[Terminal], home: Path) -> None:
    opened.append(Terminal("today", "--cards", "ascii", "--no-color", XDG_CONFIG_HOME=str(home)))
    seen = opened[0].see("> ")
    assert " reserve 13 " in seen and "Base rank:" not in seen
