"""Commands: declaring, reading, advising, completing."""

from pathlib import Path
from typing import Any

import pytest

from cardgames.model.commands import (
    Argument,
    CommandName,
    Commands,
    Number,
    Several,
    Whole,
    Word,
    Words,
    command,
    split,
)
from cardgames.model.errors import InvalidCommand
from cardgames.text.commands import FileName


class Kitchen:
    """Something with commands."""

    @command("b", Number("MINUTES", 1, 60), Word("HOW", "soft", "hard", optional=True))
    def boil(self, minutes: int, how: str = "soft") -> None:
        """Boil an egg.

        It does not tell when it is done.
        """

    @command("?", CommandName("COMMAND", optional=True))
    def help(self, name: str | None = None) -> None:
        """Explain."""

    @command("se", FileName("FILE"))
    def serve(self, file: str) -> None:
        """Serve the egg."""

    @command(Several(Word("HOW", "soft", "hard"), "A B C", (0, 3)))
    def mix(self, *how: str) -> None:
        """Mix three eggs, or none."""


TABLE = Commands(Kitchen)


@pytest.mark.parametrize(("line", "name", "arguments"), [
    ("boil 3", "boil", (3,)), ("B 3", "boil", (3,)), ("  BOIL   3 ", "boil", (3,)),
    ("boil 3 HARD", "boil", (3, "hard")), ("help", "help", ()), ("mix", "mix", ()),
    ("serve 'my egg.txt'", "serve", ("my egg.txt",)),
    ("mix Soft hard --soft", "mix", ("soft", "hard", "soft")),
])  # fmt: skip
def test_a_command_is_found_in_any_case(line: str, name: str, arguments: Any) -> None:
    found, values = TABLE.parse(line)
    assert (found.name, values) == (name, arguments)
    assert TABLE.find("b").usage == "boil MINUTES [HOW]"


NUMBER = "MINUTES must be a number from 1 to 60, not "
MIX = "type mix like this: mix [A B C]"


@pytest.mark.parametrize(("line", "reason"), [
    ("boil", "boil needs a number: b 1 to b 60"),
    ("boil 1 soft 2", "type boil like this: boil MINUTES [HOW]"),
    ("serve", "serve needs a file: se FILE"),
    ("boil x", f"{NUMBER}'x'"), ("boil 61", f"{NUMBER}'61'"), ("boil -1", f"{NUMBER}'-1'"),
    ("boil ²", f"{NUMBER}'²'"), ("boil " + "9" * 41, f"{NUMBER}'{'9' * 37}...'"),
    ("boil " + "9" * 40, f"{NUMBER}'{'9' * 40}'"),
    ("boil 3 raw", "'raw' is not one of: soft, hard"),
    ("mix soft", MIX), ("mix soft soft soft soft", MIX),
    ("biol 3", "unknown command 'biol': did you mean boil?"),
    ("bold 3", "unknown command 'bold'; help lists the commands"),
    ("\x1b[2J\0", r"unknown command '\x1b[2J\x00'; help lists the commands"),
    ("serve 'x", "a quotation is not closed in 'serve 'x'"),
    ("''", "unknown command ''; help lists the commands"),
    ("", "nothing was typed; help lists the commands"),
    ("x" * 1001, "the line is longer than 1000 characters"),
])  # fmt: skip
def test_what_is_wrong_is_told_apart(line: str, reason: str) -> None:
    with pytest.raises(InvalidCommand) as error:
        TABLE.parse(line)
    assert str(error.value) == reason


@pytest.mark.parametrize(("word", "what"), [
    ("1.5", "whole number"), ("1000", "number from -999 to 999"),
])  # fmt: skip
def test_wide_bounds_are_named_only_where_exceeded(word: str, what: str) -> None:
    with pytest.raises(InvalidCommand, match=f"^SEED must be a {what}, not '{word}'$"):
        Whole("SEED", -999, 999).parse(word)


def test_a_value_of_another_type_is_refused_though_its_text_is_right() -> None:
    with pytest.raises(InvalidCommand, match="MINUTES of boil is not 3"):
        TABLE.check("boil", (type("Three", (int,), {})(3),))
    with pytest.raises(InvalidCommand, match="NAME is a word, not 3"):
        Argument("NAME").checked(3)


def test_a_limit_may_be_unlimited() -> None:
    limit = Number("N", 0, 9, words={"unlimited": None})
    for word, value in ("unlimited", None), ("0", 0):
        assert limit.parse(word) == value and limit.text(value) == word


class TestCompletion:
    @pytest.mark.parametrize(("before", "start", "found"), [
        ("", "B", "boil"), ("", "", "boil help serve mix"), ("boil ", "6", "6 60"),
        ("b 3 ", "", "soft hard"), ("help ", "s", "serve"), ("mix ", "so", "soft"),
        ("mix soft ", "so", "soft"),
        ("mix soft soft soft ", "so", ""), ("boil 3 soft ", "", ""), ("xyzzy ", "", ""),
    ])  # fmt: skip
    def test_a_word_is_completed(self, before: str, start: str, found: str) -> None:
        assert TABLE.complete(before, start) == found.split()

    def test_numbers_end_in_words_and_lists_go_on_with_the_other_words(self) -> None:
        limit, rules = Number("N", 0, 99, words={"all": None}), Words("RULES", "ace", "add", "two")
        assert [limit.completions(start) for start in ("", "9", "b")] == [["all"], [], []]
        assert list(rules.completions("ace,a")) == ["ace,add"]

    def test_files_and_folders(self, tmp_path: Path) -> None:
        (tmp_path / "egg.txt").touch()
        (tmp_path / "eggs").mkdir()
        found = TABLE.complete("serve ", f"{tmp_path}/eg")
        assert found == [f"{tmp_path}/egg.txt", f"{tmp_path}/eggs/"]

    def test_a_file_with_blanks_is_completed_in_quotes(self, tmp_path: Path) -> None:
        (tmp_path / "fried egg.txt").touch()
        (found,) = TABLE.complete("serve ", f"{tmp_path}/f")
        assert split(f"serve {found}") == ["serve", f"{tmp_path}/fried egg.txt"]
