"""The menu: its picture and the words it understands; for terminals see test_terminal.py."""

from collections.abc import Sequence
from unittest.mock import patch

import click
import pytest

from cardgames import games
from cardgames.cli.diary import Pending
from cardgames.cli.menu import Menu, menu_text, set_up, topics
from cardgames.main import cli
from cardgames.text.commands import rules_text
from tests.parts import LISTED

NO_RECORDS = dict.fromkeys(LISTED, "")
RECORDS = NO_RECORDS | {"canfield": "won 5 of 12", "rummy": "won 1 of 1"}
SHOWN = [games.listing(name) for name in "canfield clock klondike mod10 slap rummy".split()]
"""The games of the picture below, be there others or not."""
CANFIELD = Pending("Canfield, seed 42, 112 moves", "rules canfield")


class Typist:
    """A console at which the lines of a list are typed; it keeps what is shown."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = iter(lines)
        self.shown = ""

    def read(self, prompt: str, enter: str) -> str | None:
        line = next(self._lines, None)
        return enter if line == "" else line

    def say(self, text: str) -> None:
        self.shown += text

    note = page = say

    def flush(self) -> None:
        pass


def context() -> click.Context:
    return click.Context(cli, info_name="cardgames", **cli.context_settings)


def typed(*lines: str, unfinished: Pending | None = None) -> str:
    typist = Typist(lines)
    with patch.multiple(
        "cardgames.cli.menu",
        TerminalConsole=lambda complete: typist,
        for_menu=lambda: ({}, unfinished),
    ):
        assert Menu(context()).run() == 0
    return typist.shown.partition("q leaves.\n")[2]


class TestPicture:
    @patch.object(games, "GAMES", SHOWN)
    def test_each_game_with_what_it_is_and_how_you_have_done(self) -> None:
        assert (
            menu_text(RECORDS, CANFIELD, 80)
            == """\
Which game?

  Enter  go on with Canfield, seed 42, 112 moves

  1  Canfield  a patience: empty the reserve, build up foundations  won 5 of 12
  2  Clock     a patience: each card to its hour, as luck has it
  3  Klondike  the best known patience: turn up every card
  4  Mod10     a patience: three cards that make 10, 20 or 30
  5  Slap      an Egyptian rat screw: slap the pairs first
  6  Rummy     melds of runs and groups, for two to six             won 1 of 1

Also: today, resume, stats, rules GAME, config, help; q leaves.
"""
        )

    @pytest.mark.parametrize("records", [NO_RECORDS, RECORDS])
    @pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20)])
    def test_it_fits(self, records: dict[str, str], columns: int, lines: int) -> None:
        unfinished = CANFIELD._replace(others=1)
        shown = menu_text(records, unfinished, columns, lines).splitlines()
        told = " ".join(" ".join(shown).split())
        assert all(game.title in told for game in games.GAMES)
        assert len(shown) < lines and max(map(len, shown)) < columns
        assert "  resume --list  show all 2 unfinished games" in shown
        assert "  Enter          go on with Canfield, seed 42, 112 moves" in shown

    def test_a_low_screen_gets_the_games_by_families(self) -> None:
        shown = menu_text(NO_RECORDS, None, 60, 14)
        lines = shown.replace("\n    ", " ").splitlines()
        for family in {game.family for game in games.GAMES}:
            members = [
                f"{number} {game.title}"
                for number, game in enumerate(games.GAMES, 1)
                if game.family == family
            ]
            assert f"  {family}: {', '.join(members)}" in lines
        assert "  1  Canfield" not in shown

    def test_no_word_is_broken_on_a_narrow_screen(self) -> None:
        shown = menu_text(NO_RECORDS, CANFIELD._replace(others=1), 30).splitlines()
        assert max(map(len, shown)) < 30
        assert " ".join(" ".join(shown[2:8]).split()).startswith(
            "Enter go on with Canfield, seed 42, 112 moves resume --list show all 2"
        )


class TestAnswers:
    @pytest.mark.parametrize(("line", "answer"), [
        ("c", f"'c' could be {', '.join(sorted(n for n in LISTED if n[0] == 'c'))} or config"),
        ("clokc", "'clokc' is not one of the games or commands: did you mean clock?"),
        *((n, f"'{n}' is not one of") for n in ("0", f"{len(LISTED) + 1}", "100", "1000")),
        ("clock --wni x", "No such option"),
        ("clock --win x", "'x' is not one of: place, reveal"),
        ("solve clock", "there is no solver for Clock"),
        ("merge no-such-file", "cannot read no-such-file"),
        ("config clock win x", "'x' is not one of: place, reveal"),
        ("'", "a quotation is not closed"),
        ("help lok", "no help on 'lok': did you mean look?"),
    ])  # fmt: skip
    def test_what_is_refused_is_told_and_the_menu_goes_on(self, line: str, answer: str) -> None:
        shown = typed(line, "q")
        assert shown.startswith("Error: ") and answer in shown.replace("\n  ", " ")

    @pytest.mark.parametrize(("line", "told"), [
        *((line, "patience") for line in ("rules clock", "RUL clock", "cardgames rules clock")),
        *((line, "Examples:") for line in ("rummy --help", "simulate", f"{len(LISTED)} -h")),
        *((line, topics()["look"]) for line in ("help look", "? LOOK", "he look")),
    ])  # fmt: skip
    def test_commands_can_be_typed(
        self, line: str, told: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert typed(line, "q") == ""
        assert told in capsys.readouterr().out

    @pytest.mark.parametrize("line", ["q", "quit", "exit", "BYE", "qu"])
    def test_ways_to_leave(self, line: str) -> None:
        assert typed(line, "rules clock") == ""

    def test_enter_goes_on_or_shows_the_menu(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert typed("").startswith("\nWhich game?")
        assert typed("", unfinished=CANFIELD) == ""
        assert "Canfield" in capsys.readouterr().out
        assert typed("menu", unfinished=CANFIELD).startswith("\nWhich game?")


@pytest.mark.parametrize(
    ("before", "start", "completed"),
    [("", "can", ["canfield"]), ("", "h", ["help"]), ("can ", "--var", ["--variant"]),
     ("1 --variant ", "s", ["superior", "storehouse"]), ("rules ", "clock", ["clock"]),
     ("config canfield ", "dr", ["draw"]), ("help ", "lo", ["look"]),
     ("clock --record ", "READM", ["README.md"]), ("nonsense ", "x", [])],
)  # fmt: skip
def test_tab_completes(before: str, start: str, completed: list[str]) -> None:
    assert Menu(context())._complete(before, start) == completed


@pytest.mark.parametrize("name", ["rummy", "slap"])
def test_the_question_before_a_game_shows_its_rules(name: str) -> None:
    """In Slap the word is an option's name, too."""
    game, typist = games.model(name), Typist(["rules", "q"])
    begun = cli.commands[name].make_context(name, [], parent=context())
    with patch("cardgames.cli.menu.TerminalConsole", lambda complete: typist):
        with pytest.raises(click.exceptions.Exit):
            set_up(begun, game, game.options_type.spoken)
    assert rules_text(game) in typist.shown
