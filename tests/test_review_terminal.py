"""The review at a terminal: what shows while it is made, and that Ctrl-C breaks it off."""

from pathlib import Path

from tests.test_rummy_review import at
from tests.test_terminal import Terminal, plain


def test_the_chances_are_broken_off(opened: list[Terminal], tmp_path: Path) -> None:
    homes = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    opened.append(Terminal("canfield", "--seed", "10", **homes))
    (terminal,) = opened
    terminal.see("> ")
    terminal.type("card\n")
    terminal.see("> ")
    terminal.type("review all\n")
    terminal.see(": after move 0 of 1 .")
    terminal.type("\x03")
    terminal.see("the review was stopped")
    terminal.see("> ")
    terminal.type("score\n")
    assert "1 move. Seed 10." in " ".join(plain(terminal.see("Seed 10.")).split())


def test_a_match_of_rummy_is_reviewed_with_progress(opened: list[Terminal], tmp_path: Path) -> None:
    homes = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    script = tmp_path / "match"
    script.write_text(at(2, 1).session.script())
    opened.append(Terminal("rummy", "--seed", "1", **homes))
    (terminal,) = opened
    terminal.see("> ")
    terminal.type(f"load {script}\n")
    terminal.see("Loaded")
    terminal.see("> ")
    terminal.type("review all\n")
    terminal.see("hand 1, turn ")
    terminal.type("\x03")
    terminal.see("the review was stopped")
    terminal.see("> ")
    terminal.type("score\n")
    assert "hint" not in plain(terminal.see("Seed 12."))
