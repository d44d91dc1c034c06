"""Commands: declaring, reading, advising, completing."""

from pathlib import Path

import pytest

from cardgames.model.arguments import CommandName, Limit, Number, Several, Whole, Word
from cardgames.model.commands import Command, Commands, command, split
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


TABLE = Commands(Kitchen)


def refused(line: str) -> str:
    with pytest.raises(InvalidCommand) as error:
        TABLE.parse(line)
    return str(error.value)


def read(line: str) -> tuple[str, tuple[object, ...]]:
    found, arguments = TABLE.parse(line)
    return found.name, arguments


def test_a_command_is_found_by_name_and_short_form_in_any_case() -> None:
    assert read("boil 3") == read("B 3") == read("  BOIL   3 ") == ("boil", (3,))


def test_optional_arguments_may_be_left_out() -> None:
    assert read("boil 3 HARD") == ("boil", (3, "hard"))
    assert read("help") == ("help", ())


def test_the_docstring_is_the_help() -> None:
    assert TABLE.find("b").summary == "Boil an egg."
    assert TABLE.find("b").usage == "boil MINUTES [HOW]"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("boil", "boil needs a number: b 1 to b 60"),
        ("boil 1 soft 2", "boil is typed so: boil MINUTES [HOW]"),
        ("serve", "serve needs a file: se FILE"),
        ("boil x", "MINUTES must be a number from 1 to 60, not 'x'"),
        ("boil 61", "MINUTES must be a number from 1 to 60, not '61'"),
        ("boil -1", "MINUTES must be a number from 1 to 60, not '-1'"),
        ("boil ²", "MINUTES must be a number from 1 to 60, not '²'"),
        ("boil 3 raw", "'raw' is not one of: soft, hard"),
        ("biol 3", "unknown command 'biol': did you mean boil?"),
        ("bold 3", "unknown command 'bold'; help lists the commands"),
        ("xyzzy", "unknown command 'xyzzy'; help lists the commands"),
        ("serve 'x", "a quotation is not closed in 'serve 'x'"),
        ("''", "unknown command ''; help lists the commands"),
        ("", "nothing was typed; help lists the commands"),
        ("x" * 1001, "the line is longer than 1000 characters"),
    ],
)
def test_what_is_wrong_is_told_apart(line: str, reason: str) -> None:
    assert refused(line) == reason


def test_a_number_with_a_thousand_digits_is_refused_in_a_short_line() -> None:
    reason = refused("boil " + "9" * 900)
    assert reason.endswith("999...'") and len(reason) < 100


def test_what_cannot_be_printed_is_escaped() -> None:
    assert refused("\x1b[2J\x00") == r"unknown command '\x1b[2J\x00'; help lists the commands"


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("x", "SEED must be a whole number, not 'x'"),
        ("1.5", "SEED must be a whole number, not '1.5'"),
        ("1000", "SEED must be a number from -999 to 999, not '1000'"),
    ],
)
def test_wide_bounds_are_named_only_where_exceeded(word: str, reason: str) -> None:
    with pytest.raises(InvalidCommand) as error:
        Whole("SEED", -999, 999).parse(word)
    assert str(error.value) == reason


def test_a_limit_may_be_unlimited() -> None:
    limit = Limit("N", 0, 9)
    assert [limit.parse("unlimited"), limit.parse("0")] == [None, 0]
    assert [limit.text(None), limit.text(0)] == ["unlimited", "0"]


def test_quotes_keep_blanks_in_a_word() -> None:
    assert split("serve 'my egg.txt' \"a b\"") == ["serve", "my egg.txt", "a b"]


class TestCompletion:
    def test_the_first_word_is_a_command(self) -> None:
        assert TABLE.complete("", "B") == ["boil"]
        assert TABLE.complete("", "") == ["boil", "help", "serve"]

    def test_then_come_its_arguments(self) -> None:
        assert TABLE.complete("boil ", "6") == ["6", "60"]
        assert TABLE.complete("b 3 ", "") == ["soft", "hard"]
        assert TABLE.complete("help ", "s") == ["serve"]

    def test_nothing_follows_the_last_argument_or_an_unknown_command(self) -> None:
        assert TABLE.complete("boil 3 soft ", "") == []
        assert TABLE.complete("xyzzy ", "") == []

    def test_files_and_folders(self, tmp_path: Path) -> None:
        (tmp_path / "egg.txt").touch()
        (tmp_path / "eggs").mkdir()
        found = TABLE.complete("serve ", f"{tmp_path}/eg")
        assert found == [f"{tmp_path}/egg.txt", f"{tmp_path}/eggs/"]

    def test_a_file_with_blanks_is_completed_in_quotes(self, tmp_path: Path) -> None:
        (tmp_path / "fried egg.txt").touch()
        (found,) = TABLE.complete("serve ", f"{tmp_path}/f")
        assert split(f"serve {found}") == ["serve", f"{tmp_path}/fried egg.txt"]

    def test_the_last_of_several_alike_is_completed_as_the_first(self) -> None:
        assert SEVERAL.complete("mix ", "so") == SEVERAL.complete("mix soft ", "so") == ["soft"]
        assert SEVERAL.complete("mix soft soft soft ", "so") == []


class Mixer:
    """Something with a command that takes several words of a kind."""

    @command(Several(Word("HOW", "soft", "hard"), "A B C", (0, 3)))
    def mix(self, *how: str) -> None:
        """Mix three eggs, or none."""


SEVERAL = Commands(Mixer)


class TestSeveral:
    def test_each_word_is_read_alike(self) -> None:
        assert SEVERAL.parse("mix Soft hard --soft")[1] == ("soft", "hard", "soft")
        assert SEVERAL.parse("mix")[1] == ()

    @pytest.mark.parametrize("line", ["mix soft", "mix soft soft soft soft"])
    def test_another_number_of_them_is_refused(self, line: str) -> None:
        with pytest.raises(InvalidCommand, match=r"mix is typed so: mix \[A B C\]"):
            SEVERAL.parse(line)


def test_every_call_tries_every_value_of_the_needed_arguments() -> None:
    pair: Command = Command("pair", "pair", (), (Number("A", 1, 2), Number("B", 1, 2)), "")
    assert list(pair.every_call()) == [(1, 1), (1, 2), (2, 1), (2, 2)]
