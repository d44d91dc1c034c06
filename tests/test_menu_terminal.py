"""The menu in a terminal: games begin and end in it, and settings reach them."""

from pathlib import Path

import pytest

from tests.test_terminal import Terminal


def test_an_evening(opened: list[Terminal], tmp_path: Path) -> None:
    """After each game the menu is there again; settings, variables and options count."""
    (tmp_path / "cardgames").mkdir()
    (tmp_path / "cardgames" / "settings").write_text("canfield draw 1\nnonsense\n")
    record = tmp_path / "record"
    opened.append(Terminal(XDG_CONFIG_HOME=str(tmp_path), CARDGAMES_CANFIELD_REDEALS="2"))
    (terminal,) = opened
    for typed, answer in (
        ("help", "options may follow; 'klondike --help' lists them"),
        ("canfield --draw 9", "N must be a number from 1 to 3, not '9'"),
        ("clock --help", "Play Clock."),
        (f"can --seed 101001 --record {record}", "settings, line 2: 'nonsense' is not"),
        ("card", "waste 1"),
        ("quit", "Which game?"),
        ("config canfield draw 2", "settings: canfield draw 2"),
        ("1 --winnable --seed 12", "Winnable deal, seed 1"),
        ("exit", "Which game?"),
        (f"1 --record {record}", "Error: "),
        ("clo\t--seed 5", "Clock, seed 5."),
        ("run", "Another game? [y/N] "),
    ):
        terminal.answer(typed, answer)
    terminal.talk("n\n", "Which game?", "q\n", ends=0)
    dealt = "# cardgames canfield --draw 1 --redeals 2 --seed 101001\n"
    assert record.read_text() == f"{dealt}card\n"


@pytest.mark.parametrize("typed", ["", "clock --seed 5"])
def test_ctrl_d_leaves_everything_and_ctrl_c_twice(opened: list[Terminal], typed: str) -> None:
    """In the menu, and in a game."""
    opened += [Terminal(), Terminal()]
    for terminal in opened:
        terminal.see("name> ")
        if typed:
            terminal.type(f"{typed}\n", "> ")
    first, second = opened
    first.type("\x04")
    second.type("rub")
    second.interrupt()
    second.see("Ctrl-C again leaves")
    second.interrupt()
    assert first.end() == 0
    assert second.end() == 130
    assert "Which game?" not in first.output + second.output
