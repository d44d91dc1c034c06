"""The menu: its picture and the words it understands; for terminals see test_terminal.py."""

import re
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock, patch

import click
import pytest

from cardgames import games
from cardgames.cli import command_of
from cardgames.cli.diary import Pending
from cardgames.cli.menu import Menu, letters, menu_text, topics
from cardgames.cli.playing import set_up
from cardgames.main import cli
from cardgames.model.errors import InvalidCommand
from cardgames.text.commands import rules_text
from tests.parts import LISTED, SHELF
from tests.program import run_here

NO_RECORDS = dict.fromkeys(LISTED, "")
RECORDS = NO_RECORDS | {"canfield": "won 5 of 12", "rummy": "won 1 of 1"}
SHOWN = [games.listing(name) for name in "canfield clock klondike mod10 slap rummy".split()]
"""The games of the picture below, be there others or not."""
SIXTY = """\
With a stock: Klondike, Golf, Yukon, Canfield, Forty Thieves, Spiderette, Gypsy, Easthaven, Bristol,
 Osmosis, Calculation, Westcliff, Agnes, Whitehead, Thumb and Pouch, Will o' the Wisp, Wasp,
 Duchess, Miss Milligan, Josephine, Rank and File, Number Ten, Lucas, Royal Cotillion, Sir Tommy,
 Big Harp
Cards taken off: Pyramid, TriPeaks, Accordion, Aces Up, Gaps, Monte Carlo, Peek, Thirteens, Elevens
All in view: FreeCell, Baker's Game, Eight Off, Seahaven Towers, Beleaguered Castle, Black Hole,
 La Belle Lucie, Baker's Dozen, Cruel, Fan, Penguin, Streets and Alleys, Bisley, King Albert,
 Flower Garden, Fortress, Chessboard, Trefoil
Long runs: Spider, Scorpion, Russian, Simple Simon, Mrs Mop, Crescent
Others: Clock, Mod10, Slap, Rummy"""
ABOUTS = {"FreeCell": "four cells", "Eight Off": "eight cells", "Klondike": "draw three, one pack"}


def sixty() -> tuple[games.Listing, ...]:
    """A list as long as the one that is wanted; each game tells what is in ABOUTS, or its packs."""
    found = []
    for line in SIXTY.replace("\n ", " ").splitlines():
        family, _, titles = line.partition(": ")
        for title in titles.split(", "):
            about = f"a patience: {ABOUTS.get(title, 'with two packs')}"
            listing = games.Listing(letters(title), title, about, family=family)
            found.append(listing)
    return tuple(found)


LONG = sixty()
long_list = patch.multiple(games, GAMES=LONG, NAMES=tuple([game.name for game in LONG]))
NO_NAME = patch.object(Menu, "_named", side_effect=InvalidCommand("no game is called so"))
"""What is typed begins the name of no game, be there others or not."""
CANFIELD = Pending("Canfield, seed 42, 112 moves", "rules canfield")


class Typist:
    """A console at which the lines of a list are typed; it keeps what is shown."""

    in_place = False

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

    end = flush


def context() -> click.Context:
    return click.Context(cli, info_name="cardgames", **cli.context_settings)


def typed(*lines: str, unfinished: Pending | None = None, last: str = "") -> str:
    typist = Typist(lines)
    with patch.multiple(
        "cardgames.cli.menu",
        TerminalConsole=lambda complete: typist,
        for_menu=lambda: ({}, unfinished, last),
    ):
        assert Menu(context()).run() == 0
    return typist.shown.partition("q leaves.\n")[2]


@pytest.mark.parametrize("line", ["new --seed 4", "random --family runs"])
def test_a_game_that_chance_chooses_begins_from_the_menu(line: str) -> None:
    with patch("cardgames.cli.GameCommand.invoke", return_value=0) as begun:
        typed(line)
    assert begun.call_count == 1


class TestPicture:
    def test_one_column_is_enough_for_a_word_in_each_line(self) -> None:
        assert menu_text(NO_RECORDS, None, 1, 10)

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
        assert all(game.title in told for game in games.GAMES) or columns < 80 and "more" in told
        assert len(shown) < lines and max(map(len, shown)) < columns
        assert "  resume --list  show all 2 unfinished games" in shown
        assert "  Enter          go on with Canfield, seed 42, 112 moves" in shown

    @patch.object(games, "GAMES", games.GAMES[:19])
    def test_a_low_screen_gets_the_games_by_families(self) -> None:
        shown = menu_text(NO_RECORDS, None, 60, 18)
        lines = shown.replace("\n    ", " ").splitlines()
        numbers = {game.name: number for number, game in enumerate(games.GAMES, 1)}
        for family, members in games.families(games.GAMES).items():
            named = ", ".join([f"{numbers[game.name]} {game.title}" for game in members])
            assert f"  {family}: {named}" in lines
        assert "  1  Canfield" not in shown

    @long_list
    @pytest.mark.parametrize("unfinished", [None, CANFIELD._replace(others=1)])
    def test_sixty_games_stand_on_one_screen(self, unfinished: Pending | None) -> None:
        records = dict.fromkeys(games.NAMES, "won 5 of 12")
        shown = menu_text(records, unfinished, 80).splitlines()
        told = " ".join(" ".join(shown).split())
        assert all(f"{n} {game.title}" in told for n, game in enumerate(LONG, 1))
        assert len(shown) < 24 and max(map(len, shown)) < 80
        assert shown[0] == "Which game?  • marks those that you have won."
        assert "1 Klondike•, " in told
        assert any(line.startswith("Words such as 'cells'") for line in shown) or unfinished

    @long_list
    @pytest.mark.parametrize("size", [(40, 24), (40, 18), (60, 20), (80, 14), (30, 24)])
    def test_on_a_small_screen_the_last_games_of_families_are_counted(
        self, size: tuple[int, int]
    ) -> None:
        shown = menu_text(dict.fromkeys(games.NAMES, ""), None, *size).splitlines()
        assert size[1] - 3 < len(shown) < size[1] and max(map(len, shown)) < size[0]
        listed = " ".join(" ".join(shown).split())
        for family, members in games.families(LONG).items():
            of_family = listed.partition(f"{family}: ")[2]
            (first,) = [n for n, game in enumerate(LONG, 1) if game is members[0]]
            assert of_family.startswith(f"{first} {members[0].title}")
        counted = sum(map(int, re.findall(r"(\d+) more", listed)))
        assert counted + sum(f"{n} {game.title}" in listed for n, game in enumerate(LONG, 1)) == 63

    def test_no_word_is_broken_if_the_options_are_many(self) -> None:
        about = "Slap --speed slow --rules all --penalty pile --practice, seed 177029, 2 moves"
        for lines in (24, 30):
            shown = menu_text(NO_RECORDS, CANFIELD._replace(about=about), 80, lines).splitlines()
            assert len(shown) < lines and max(map(len, shown)) < 80
            assert f"Enter go on with {about}" in " ".join(" ".join(shown).split())

    def test_no_word_is_broken_on_a_narrow_screen(self) -> None:
        shown = menu_text(NO_RECORDS, CANFIELD._replace(others=1), 30).splitlines()
        assert max(map(len, shown)) < 30
        assert " ".join(" ".join(filter(None, shown[1:8])).split()).startswith(
            "Enter go on with Canfield, seed 42, 112 moves resume --list show all 2"
        )


class TestNames:
    @pytest.mark.parametrize("command", [
        "", "help", "play", "rules", "today", "stats", "solve", "simulate", "arena", "join",
    ])  # fmt: skip
    def test_the_game_that_is_meant_is_named(self, command: str) -> None:
        result = run_here(*command.split(), "freecel")
        (told,) = result.stderr.decode().splitlines()
        assert result.returncode == 2 and told.endswith("'freecel': did you mean freecell?")

    @pytest.mark.parametrize("command", ["", "help", "play", "rules", "today", "stats"])
    def test_a_title_is_a_name_as_well(self, command: str) -> None:
        result = run_here(*command.split(), "Sir Tommy")
        assert (result.returncode, result.stderr) == (0, b"") and result.stdout

    def test_what_is_far_from_all_names_gets_no_list_of_them(self) -> None:
        for command in ("rules", "solve"):
            told = "Error: no game is called 'nonsense': 'cardgames help' lists them\n"
            assert run_here(command, "nonsense").stderr.decode() == told
        assert b"'GAME'.\n" in run_here("rules").stderr


class TestAnswers:
    @pytest.mark.parametrize(("line", "answer"), [
        ("c", "'c' could be calculation, canfield, castle"),
        ("clokc", "no game or command is called 'clokc': did you mean clock?"),
        *((n, f"is called '{n}': help") for n in ("0", f"{len(LISTED) + 1}", "100", "1000")),
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

    def test_the_question_before_a_game_is_asked_until_it_is_answered(self) -> None:
        refused = "Error: spider suits: '{}' is not one of: 1, 2, 4\n".format
        assert typed("spider", "blah", "3", "q", "q") == refused("blah") + refused("3")

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

    def test_what_a_game_has_is_found_and_what_it_lacks_is_not(self) -> None:
        found = {text: {game.name for game in games.searched(text, games.GAMES)}
                 for text in ("cells", "no cells", "two packs")}  # fmt: skip
        laid = {name: games.model(name).laid_out(games.model(name).options_type())
                for name in SHELF}  # fmt: skip
        assert found["two packs"] <= {name for name, layout in laid.items() if layout.packs > 1}
        assert {"missmilligan", "streets", "josephine", "maria"} <= found["two packs"]
        assert found["cells"] <= {name for name, one in laid.items() if one.cells.count > 1}
        assert "freecell" in found["cells"] and "castle" in found["no cells"]

    @long_list
    @pytest.mark.parametrize(("line", "found"), [
        ("cells", "FreeCell, Eight Off"), ("wisp", "Will o' the Wisp"),
        ("long runs pack", "Spider, Scorpion, Russian, Simple Simon, Mrs Mop, Crescent"),
        ("thieves", "Forty Thieves"), ("one pack", "Klondike"), ("TEN", "Number Ten"),
    ])  # fmt: skip
    def test_words_find_the_games_that_they_describe(self, line: str, found: str) -> None:
        with NO_NAME:
            *lines, last = typed(line).splitlines()
        titles = found.split(", ")
        if not titles[1:]:
            assert last == f"Enter plays {found}."
        else:
            lines.append(last)
        numbers = {game.title: number for number, game in enumerate(LONG, 1)}
        assert [re.split("  +", line.strip())[:2] for line in lines] == [
            [str(numbers[title]), title] for title in titles
        ]

    @long_list
    def test_many_games_that_are_found_stand_by_families(self) -> None:
        with NO_NAME:
            lines = typed("patience").splitlines()
        assert lines[0].startswith("  With a stock: 1 Klondike, 2 Golf") and len(lines) < 22

    def test_enter_plays_the_only_game_that_was_found(self) -> None:
        carried = patch.object(Menu, "_carry_out", lambda menu, name, words: int(name != "castle"))
        with carried:
            assert typed("beleaguered", "").endswith("Enter plays Beleaguered Castle.\n")

    @pytest.mark.parametrize("line", ["Forty Thieves", "aces up", "BELEAGUERED CASTLE", "Mod10"])
    def test_a_title_is_typed_as_it_is_written(self, line: str) -> None:
        names = {letters(game.title): game.name for game in games.GAMES}
        wanted = names[letters(line)]
        with patch.object(Menu, "_carry_out", lambda menu, name, words: int(name != wanted)):
            assert typed(line) == ""

    def test_enter_plays_the_last_game_again(self) -> None:
        with patch.object(Menu, "_carry_out", lambda menu, name, words: int(name != "castle")):
            assert typed("menu", "", last="castle").startswith("\nWhich game?")
            assert typed("", last="castle") == ""

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
    begun = command_of(context(), name).make_context(name, [], parent=context())
    with patch("cardgames.screen.terminal.TerminalConsole", lambda complete: typist):
        with pytest.raises(click.exceptions.Exit):
            set_up(begun, game)
    assert rules_text(game) in typist.shown


@pytest.mark.parametrize(("words", "offered"), [
    ([], True), (["--seat", "2=python3 bot.py"], False), (["--seat", "2=hard"], False)
])  # fmt: skip
def test_the_last_options_are_offered_if_the_seats_fit(words: list[str], offered: bool) -> None:
    game, typist, kept = games.model("rummy"), Typist(["q"]), Mock()
    kept.last.return_value.deal = "cardgames rummy --humans 2 --names Ann,Bob"
    begun = command_of(context(), "rummy").make_context("rummy", [*words], parent=context())
    with patch("cardgames.screen.terminal.TerminalConsole", lambda complete: typist):
        with patch("cardgames.cli.playing.own_diary", lambda: kept):
            with pytest.raises(click.exceptions.Exit):
                set_up(begun, game)
    assert ("as last time (humans 2, names Ann,Bob)" in typist.shown) is offered


@pytest.mark.parametrize(("name", "dealt", "offered", "hosted"), [
    ("slap", "--players human,human --seat 2=join", "2 people, player 2 at another", True),
    ("slap", "--players human,human", "2 people)", False),
    ("slap", "--rules run --seat 2=join", "run)", False),  # a program sat there
    ("rummy", "--humans 2 --seat 2=join", "humans 2, player 2 at another", True),
])  # fmt: skip
def test_a_game_with_people_at_other_terminals_is_offered_again(
    name: str, dealt: str, offered: str, hosted: bool
) -> None:
    game, typist, kept = games.model(name), Typist([""]), Mock()
    kept.last.return_value.deal = f"cardgames {name} {dealt} --seed 1"
    begun = cli.commands[name].make_context(name, [], parent=context())
    with patch("cardgames.screen.terminal.TerminalConsole", lambda complete: typist):
        with patch("cardgames.cli.playing.own_diary", lambda: kept):
            values = set_up(begun, game)
    assert f"as last time ({offered}" in typist.shown
    assert values.get("seat", ()) == ((2, "join"),) * hosted


@pytest.mark.parametrize("name", ["random", "new"])
def test_chance_chooses_the_same_game_by_the_same_number(name: str, tmp_path: Path) -> None:
    runs = {game.name for game in games.families(games.GAMES)["Long runs"]}
    dealt = set()
    for number in "123322":
        file = tmp_path / f"{len(dealt)} {number}"
        words = (name, "--family", "runs", "--seed", number, "--record", str(file), "--record-over")
        assert run_here(*words, stdin="moves\n").returncode == 0
        dealt.add(file.read_text().splitlines()[0])
    assert len(dealt) == 3 and {line.split()[2] for line in dealt} <= runs
    refused = run_here(name, "--family", "cards").stderr.decode()
    assert "'cards' names no family, or several: With a stock, Cards taken off," in refused
