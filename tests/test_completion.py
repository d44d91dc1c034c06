"""Completion in the shell: what Tab offers for a command line of the program."""

import re
from unittest.mock import Mock

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete

from cardgames.games import NAMES
from cardgames.main import cli
from tests.manual import PAGE, PLAYING, TOOLS
from tests.program import shown_here


def offered(line: str) -> list[CompletionItem]:
    *words, last = line.split(" ")
    return ShellComplete(cli, {}, "cardgames", "_COMPLETE").get_completions(words, last)


def words(line: str) -> list[str]:
    return [item.value for item in offered(line)]


def names(start: str) -> list[str]:
    """The names of games that begin with START."""
    return [name for name in NAMES if name.startswith(start)]


@pytest.mark.parametrize(
    ("line", "completed"),
    [("can", names("can")), ("rules k", names("k")), ("help scr", ["scripts"]),
     ("help c", [*names("c"), "cluster", "config"]), ("today m", names("m")),
     ("simulate r", names("r")), ("canfield --var", ["--variant"]),
     ("canfield --variant s", ["superior", "storehouse"]), ("canfield --draw ", ["1", "2", "3"]),
     ("canfield --build c", ["colors"]), ("mod10 --auto ", ["hint", "greedy"]),
     ("simulate mod10 --strategy g", ["greedy"]), ("replay --cards u", ["unicode"]),
     ("config ca", ["cards", *names("ca")]), ("config canfield d", ["draw"]),
     ("config canfield draw ", ["1", "2", "3"]), ("config cards u", ["unicode"]),
     ("config slap rules tens,r", ["tens,run"]),
     ("config --unset mod10 no-s", ["no-show-deck", "no-scroll"]), ("config color ", []),
     ("config canfeild d", []), ("solve clock --s", []), ("./missing.py --s", []),
     ("stats --c", ["--csv", "--cards"]),
     ("canfield --redeals u", ["unlimited"]), ("stats k", names("k")),
     ("slap --rules t", ["tens", "ten-sum"]), ("slap --rules tens,t", ["tens,ten-sum"]),
     ("slap --players human,", ["human,computer", "human,human"]),
     ("rummy --level hard,", ["hard,easy", "hard,medium", "hard,hard"])],
)  # fmt: skip
def test_names_options_and_their_values(line: str, completed: list[str]) -> None:
    assert sorted(words(line)) == sorted(completed)


def test_a_command_and_its_values_come_in_their_own_order() -> None:
    assert words("canfield --variant s") == ["superior", "storehouse"]
    assert words("rules ")[: len(NAMES)] == [*NAMES]


@pytest.mark.parametrize(
    "line", ["replay game", "canfield --record game", "canfield --deck game", "slap --deck game"]
)
def test_files_are_left_to_the_shell(line: str) -> None:
    (item,) = offered(line)
    assert (item.type, item.value) == ("file", "game")


@pytest.mark.parametrize("line", ["canfield --seed 1", "slap --reaction 1", "rummy --target x"])
def test_numbers_are_not_offered_by_the_million(line: str) -> None:
    assert words(line) == []


def test_nothing_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Mock()
    monkeypatch.setattr("cardgames.cli.options.read_input", read)
    assert words("solve canfield --deck - --see") == ["--seed"]
    assert not read.called


def test_a_seed_may_be_the_date_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDGAMES_TODAY", "2026-11-22")
    assert words("canfield --seed 20") == words("solve canfield --seed ") == ["2026-11-22"]
    assert words("simulate canfield --seed 2") == []


class TestEveryCommand:
    """Completion, help and the manual page know every command and option."""

    page = PAGE.read_text(encoding="ascii").replace(r"\-", "-")

    def test_of_the_shell(self) -> None:
        offered, listed = words(""), shown_here("help")
        for command in TOOLS:
            name = str(command.command.name)
            assert name in offered and re.search(f"^  {name} ", listed, re.MULTILINE), name
            assert rf"\fBcardgames {name}\fR" in self.page, name

    @pytest.mark.parametrize(
        "command",
        [*TOOLS, *(one for one in PLAYING if one.command.name in ("canfield", "slap"))],
        ids=lambda command: str(command.command.name),
    )
    def test_and_its_options(self, command: click.Context) -> None:
        offered = words(f"{command.command.name} --")
        for option in command.command.params:
            if isinstance(option, click.Option) and not option.hidden:
                for flag in (*option.opts, *option.secondary_opts):
                    assert not flag.startswith("--") or flag in offered, flag
                    assert re.search(rf"\\fB{flag},?\\fR", self.page), flag
