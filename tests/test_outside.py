"""Games from outside: in files that are read, or run if one says so, and in packages."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

from cardgames import games
from cardgames.cli import command_of, options
from cardgames.cli.playing import followed, script_of
from cardgames.diary.diary import Diary
from cardgames.diary.keeping import Keeper
from cardgames.games import declaration, outside
from cardgames.main import cli
from cardgames.model.cards import DECK
from cardgames.model.errors import DeclarationError
from cardgames.model.game import Game
from cardgames.patience.checking import check_piles
from cardgames.patience.game import Patience
from cardgames.patience.piles import Foundations, Kind, Option, Stock, Tableau, Waste
from cardgames.text.commands import rules_text
from cardgames.text.layout import rules_of
from tests.docs import sample, topic
from tests.parts import SHELF
from tests.program import ROOT, environment, run_here
from tests.weight import declares

SHELVES = ROOT / "cardgames" / "games" / "patiences"
ORCHARD = sample(topic("games"), "class Orchard")
OPTIONS = '''"""Meadow: as many cells as you like."""

from dataclasses import dataclass
from typing import ClassVar

from cardgames.model.commands import Number
from cardgames.model.game import Options, option
from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Option, Tableau, build_option

SIX = (6,)


@dataclass(frozen=True)
class MeadowOptions(Options):
    cells: int = option(3, Number("N", 0, 4), "The number of cells.")
    build: str = build_option()

    variants: ClassVar = {"meadow": {}, "wide": {"cells": 4}}


class Meadow(Patience):
    name = "meadow"
    options_type = MeadowOptions
    piles = (
        Tableau((*SIX * 4, *(7,) * 4), build=Option("build")),
        Cells(Option("cells")),
        Foundations(2 + 2),
    )
'''
Written = Callable[..., str]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Let no test leave a game to another one."""
    yield
    outside._files.clear()
    outside.sources.clear()
    outside.registered.cache_clear()
    outside.entry_points.cache_clear()
    outside.packaged.cache_clear()


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    monkeypatch.chdir(tmp_path)

    def write(text: str | bytes, name: str = "orchard.py") -> str:
        Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return f"./{name}"

    return write


def told(*words: str, stdin: str = "", status: int = 0, **changes: str) -> str:
    result = run_here(*words, stdin=stdin, cwd=Path.cwd(), **changes)
    assert result.returncode == status, (result.stdout + result.stderr).decode()
    return (result.stderr if status else result.stdout).decode()


def refused(file: str) -> str:
    with pytest.raises(DeclarationError) as caught:
        outside.load(file)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 420
    return str(caught.value)


class TestFile:
    def test_the_sample_of_the_topic_has_everything(self, written: Written) -> None:
        file = written(ORCHARD)
        played = told("play", file, "--seed", "3", "--echo", stdin="hint\n1 e\nsave saved.txt\n")
        assert "> hint\nHint: " in played and "Saved saved.txt: 1 move." in played
        assert Path("saved.txt").read_text() == "# cardgames orchard --seed 3\nhint\ntabcel 1\n"
        assert told("solve", file, "saved.txt").count("# Winnable from here: ") == 1
        assert told("rules", file).startswith("Orchard\n=======\n")
        assert "These sentences are added to the rules." in told("help", file)
        assert "52 of 52 cards are on" in told("play", file, "--seed", "3", "--auto", "solver")
        words = "--games", "2", "--strategy", "hint"
        assert "Orchard, strategy hint" in told("simulate", file, *words)
        assert told("today", file).count("\n") > 8
        assert told(file, "--seed", "3") == told("play", file, "--seed", "3")
        deck = " ".join(map(str, DECK))
        assert told("play", file, "--deck", deck)

    def test_a_script_loads_no_file_but_one_that_is_named(self, written: Written) -> None:
        file = written(ORCHARD)
        for header in "orchard", file, "play ./orchard.py", f"{file} --run":
            Path("a.txt").write_text(f"# cardgames {header} --seed 3\n1 e\n")
            assert "no game is dealt by" in told("replay", "a.txt", status=2)
            assert not outside._files
        Path("a.txt").write_text("# cardgames orchard --seed 3\n1 e\n")
        assert "> 1 e" in told("replay", "a.txt", "--game", file)
        assert "file of a game" in told("replay", "a.txt", "--game", "nothing", status=2)

    def test_parts_of_a_simulation_are_added_up(self, written: Written) -> None:
        file = written(ORCHARD)
        part = told("simulate", file, "--games", "2", "--json", "--strategy", "solver")
        outside._files.clear()
        Path("a.json").write_text(part.replace('"orchard"', f'"{file}"'))
        assert "is not one of the games" in told("merge", "a.json", status=2)
        Path("a.json").write_text(part)
        assert "is not one of the games" in told("merge", "a.json", status=2)
        assert told("merge", "a.json", "--game", file).startswith("Orchard, strategy solver")

    def test_another_process_loads_it_again(self, written: Written) -> None:
        outside.load(written(ORCHARD))
        again = games.loaded_again()
        outside._files.clear()
        again()
        assert games.model("orchard").title() == "Orchard"

    def test_options_follow_from_what_is_declared(self, written: Written) -> None:
        file = written(OPTIONS, "meadow.py")
        shown = told("play", file, "--variant", "wide", "--seed", "1", stdin="options\n")
        assert "cardgames ./meadow.py --cells 4 --seed 1" in shown
        assert "--cells 0-4 (default 3)" in told("rules", file)
        assert "--run" in told("play", file, "--help")
        assert "not '7'" in told("play", file, "--cells", "7", status=2)

    def test_only_a_file_can_be_run(self, written: Written) -> None:
        assert "--run is for the file of a game" in told("rules", "golf", "--run", status=2)
        file = written("print('I run')\n" + ORCHARD)
        assert "orchard.py:1: 'print('I run')' cannot stand here" in told("play", file, status=2)
        assert not Path("ran").exists()
        for words in (["play", file, "--run"], ["play", "--run", file], ["rules", file, "--run"]):
            sys.modules.pop(outside.sources[-1].module().__name__ if outside.sources else "", 0)
            assert told(*words).startswith("I run\n")

    def test_what_is_to_be_typed_names_the_file(self, written: Written) -> None:
        file = written(ORCHARD)
        words = [("play", file, "--help"), (file, "--help"), ("stats", file), ("play", file)]
        words += [("solve", file, "--help"), ("simulate", file, "--help")]
        words += [("simulate", file, "--games", "1", "--json")]
        for each in words:
            shown = told(*each, stdin="options\nstats orchard\n", XDG_STATE_HOME=str(Path.cwd()))
            assert f" {file}" in shown and not re.search("cardgames [a-z ]*orchard", shown), shown
        assert f"the shell: cardgames stats {file}" in told(file, "--echo", stdin="stats orchard")
        assert "a file such as './orchard.py' has no settings" in told("config", file, status=2)
        assert "cardgames ./orchard.py --run --seed " in told(file, "--run", stdin="options\n")

    def test_what_goes_on_with_a_game_names_its_file(self, written: Written) -> None:
        outside.load(written(ORCHARD))
        session = followed(script_of("cardgames orchard --seed 3", [], "a game"))
        keeper, told = Keeper(Diary("diary.sqlite", print, lambda deal, log: session)), ""
        for turn in session.make, lambda move: session.new(), session.make:
            told += keeper.record(session)
            turn(session.game.parse("tabcel 1"))
        told += keeper.record(session)
        assert "'cardgames resume 1 --game ./orchard.py' goes on" in told
        assert "'cardgames resume ./orchard.py' goes on" in keeper.close(left=True)

    @pytest.mark.parametrize(("text", "why"), [
        ("1 / 0\n", "orchard.py:1: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "orchard.py:1: SystemExit: 3"),
        ("def f(:", "orchard.py:1: SyntaxError: invalid syntax"),
        (ORCHARD.replace("Cells(3)", "Cells('x')"), "Cells: count is a number or an Option"),
        ("x = 5", "holds no game"),
        (f"{ORCHARD}    deal = 5\n", "Orchard: every game has a method deal, which cannot be 5:"),
        (f"{ORCHARD}    layout = 5\n", "every game has a method layout, which cannot be 5:"),
        (f"{ORCHARD}    tableau = 5\n", "every game has a field tableau, which cannot be 5:"),
        (f"{ORCHARD}    divided = 5\n", "Orchard: divided is True or False, not 5"),
    ])  # fmt: skip
    def test_what_goes_wrong_when_it_runs_is_told_in_a_line(
        self, written: Written, text: str, why: str
    ) -> None:
        error = told("play", written(text), "--run", status=2)
        assert why in error and error.count("\n") == 1 and "Traceback" not in error


@pytest.mark.parametrize("file", [f for f in sorted(SHELVES.glob("*.py")) if declares(f)], ids=str)
def test_the_shelf_could_be_files(file: Path) -> None:
    """What the program's own declarations use may stand in a file, and means the same."""
    module = ModuleType(f"read_{file.stem}")
    declaration.read(file.read_text(encoding="utf-8"), str(file), module)
    for made in [one for one in vars(module).values() if isinstance(one, type)]:
        if issubclass(made, Patience) and getattr(made, "name", "") in SHELF:
            assert rules_text(made) == rules_text(games.model(made.name))


def with_line(line: str) -> str:
    return f"from cardgames.patience.game import Patience\n{line}\n"


class TestReading:
    @pytest.mark.parametrize("line", [
        "import os", "from os import system", "from . import x", "from cardgames import main",
        "from cardgames.patience.game import *", "from cardgames.model.game import Game",
        "def f(): pass", "open('x')", "x = open('x')", "x = (lambda: 1)()", "x = Patience.deal",
        "x = ().__class__", "x = [n for n in (1, 2)]", "x = f'{1}'", "x = 1.5", "x = b'x'",
        "x = 2 ** 9", "x = 'a' * 9", "x = (1, 2)[0]", "x = y", "x = range(10 ** 9)", "x: int",
        "x, y = 1, 2", "x.y = 1", "x += 1", "del Patience", "if 1: pass", "x = (7,) * 10 ** 9",
        "x = (7,) * 1000000000", "x = 99999999999999999999", "x = Patience(1)", "x = not 1",
        "x = Kind()", "x = {**{}}", "x = (" * 99 + ")" * 99, "x = " + "-" * 60 + "1",
        "x = range(*(1,))", "@open\nclass X(Patience): pass", "class X(Patience, Patience): pass",
        "class X: pass", "class X(Patience, metaclass=type): pass", "class X(Y): pass",
        "class X(Patience):\n    def deal(self): pass", "class X(Patience):\n    deal = 1",
        "class X(Patience):\n    __slots__ = ()", "while 1: pass", "with x: pass", "assert 1",
        "x = __import__('os')", "__builtins__ = 1; x = eval('1')", "x = print", "x = dict(a=1)",
        "a = (1,) * 900\nb = (a,) * 900", "a = ((),) * 999\nb = (a,) * 999", r"x = '\ud800'",
        "try: pass\nfinally: pass", "async def f(): pass",
    ])  # fmt: skip
    def test_what_is_not_on_the_list_is_refused_with_its_line(
        self, written: Written, line: str
    ) -> None:
        assert refused(written(with_line(line))).startswith("./orchard.py:")

    @pytest.mark.parametrize(("text", "why"), [
        (b"\xff\xfe", "it is not UTF-8 text, at byte 1"),
        (b"#" * (10 << 20), "it is larger than 64 KB"),
        (b"x = 1\0", "null bytes"), (b"x = (", ":1: '(' was never closed"),
        (b"", "holds no game"), (b"1+" * 30_000 + b"1", ""), (b"-" * 60_000 + b"1", ""),
        (b"(" * 60_000, ""), (b"x" * 60_000 + b"(", ""), (b"x = " + b"9" * 5_000, ""),
    ])  # fmt: skip
    def test_odd_files(self, written: Written, text: bytes, why: str) -> None:
        assert why in refused(written(text))

    def test_what_is_no_file_to_read(self, written: Written) -> None:
        assert "No such file" in refused("./none.py")
        os.mkdir("folder.py")
        assert "Is a directory" in refused("./folder.py")
        os.mkfifo("pipe.py")
        assert "pipe or a device" in refused("./pipe.py")
        os.symlink("loop.py", "loop.py")
        assert "symbolic links" in refused("./loop.py")
        assert "unknown" not in told("play", "./none.py", status=2)

    @pytest.mark.parametrize(("one", "other", "why"), [
        ("Cells(3)", "Cells(3), Cells(1)", "Orchard: Cells and Cells both are its cells"),
        ("Cells(3)", "Cells(-1)", "Orchard: Cells: count is 0 or more, not -1"),
        ("Cells(3)", "Cells(61)", "Orchard: Cells has 61 piles: 60 at most"),
        ("Cells(3)", "Cells", "Orchard: Cells lacks its values, as in Cells(4)"),
        ("Cells(3)", "5", "Orchard: 5 is not a kind of pile: Cells, "),
        ("Cells(3)", "Cels(3)", "'Cels' cannot be called: did you mean Cells?"),
        ("(7,) * 4", "(9,) * 4", "Orchard: the piles ask for 60 cards, and the pack has 52"),
        ("(7,) * 4 + (6,) * 4", "()", "Tableau: it has 1 pile or more, not 0"),
        ("(7,) * 4", "(6,) * 4", "Orchard: the deal leaves 4 of 52 cards, and it has no Stock()"),
        ('"room"', '"rom"', "Tableau: together is one of: built, open, run, room"),
        ('together="room"', "dwon=3", "Tableau has no 'dwon': did you mean down?"),
        ('together="room"', "build=5", "Tableau: build is a text or an Option, not 5"),
        ('together="room"', "down=(9,)", "Tableau: down has a number for each pile"),
        ('name = "orchard"', 'name = "Or chard"', "'Or chard' cannot be its name: a"),
        ('name = "orchard"', 'name = "golf"', "the name golf is taken by a game"),
        ('name = "orchard"', 'name = "stats"', "the name stats is taken by a command"),
        ('name = "orchard"', 'nmae = "x"', "Orchard has no field 'nmae': did you mean name?"),
        ('name = "orchard"', 'name = "orchard"; packs = 99', "packs is a number from 1 to 8"),
        ('name = "orchard"', 'name = "orchard"; cost = "x"', "Orchard: cost is a number, not 'x'"),
        ('name = "orchard"', 'name = "orchard"; scoring = {"up": "5"}',
         "Orchard: scoring has numbers for deal, move, run, up, back, played, "),
        ("Foundations(4)", "Foundations(0)", "its cards can go nowhere"),
    ])  # fmt: skip
    def test_what_makes_no_sense(self, written: Written, one: str, other: str, why: str) -> None:
        assert one in ORCHARD
        assert why in refused(written(ORCHARD.replace(one, other)))

    @pytest.mark.parametrize(("one", "other", "why"), [
        ("@dataclass(frozen=True)\n", "", "needs '@dataclass(frozen=True)' before it"),
        ('Option("cells")', 'Option("cels")', "'cels' is not an option of the game, whose"),
        ('option(3, Number("N", 0, 4), ', "option(3, 5, ", "argument is an Argument, not 5"),
        ("option(3, ", "option(9, ", "cells: N must be a number from 0 to 4, not '9'"),
        ('{"cells": 4}', '{"rows": 4}', "unexpected keyword argument 'rows'"),
        ("cells: int", "seed: int", "'seed' cannot name an option"),
        ("cells: int", "values: int", "'values' cannot name an option"),
        ("MeadowOptions\n    piles", "5\n    piles", "options_type is a class derived from"),
    ])  # fmt: skip
    def test_options_that_make_no_sense(
        self, written: Written, one: str, other: str, why: str
    ) -> None:
        assert one in OPTIONS
        assert why in refused(written(OPTIONS.replace(one, other)))

    def test_of_several_games_the_one_with_the_name_of_the_file_is_meant(
        self, written: Written
    ) -> None:
        two = f"{ORCHARD}\n\nclass Garden(Orchard):\n    name = 'garden'\n"
        assert outside.load(written(two, "garden.py")) == "garden"
        assert "holds 2 games, 'orchard, garden': " in refused(written(two, "other.py"))


@pytest.mark.parametrize(("piles", "why"), [
    ((Tableau((7,) * 7), Stock(), Foundations(4)), "Stock: its cards go to the waste, and there"),
    ((Tableau((7,) * 7), Stock(draw=0), Waste(), Foundations(4)), "Stock: draw is 1 or more, not"),
    ((Tableau((1,) * 4, build=Option("how")), Foundations(4)), "'how' is not an option"),
    ((Tableau("abc"), Foundations(4)), "Tableau: sizes is a tuple of numbers, not ('a', 'b', 'c')"),
    ((Kind(),), "is not a kind of pile"), ((), "piles is a tuple of kinds such as Cells"),
])  # fmt: skip
def test_a_class_that_makes_no_sense_is_not_made(piles: tuple[Kind, ...], why: str) -> None:
    with pytest.raises(DeclarationError, match="^Orchard: ") as caught:
        type("Orchard", (Patience,), {"name": "orchard", "piles": piles})
    assert why in str(caught.value)


def test_the_games_that_are_built_in_make_sense() -> None:
    for name in SHELF:
        check_piles(games.model(name))
        fault = outside.fault_of(games.model(name), name)
        assert fault == "" or "is taken by a game that is built in" in fault
    assert "derived from Patience" in outside.fault_of(Game)


def test_words_that_no_game_can_have_are_those_of_the_program() -> None:
    ctx = cli.make_context("cardgames", ["help"])
    commands = {*cli.list_commands(ctx)} - {*games.NAMES}
    assert commands <= {*outside.WORDS}
    taken = {one.name for name in games.NAMES for one in options.play_options(name)}
    for group in ("solve", "simulate", "arena"):
        command = command_of(ctx, group)
        golf = command.get_command(ctx, "golf")  # type: ignore[attr-defined]
        taken |= {one.name for one in golf.get_params(ctx)}
    declared = {one.name for n in games.NAMES for one in games.model(n).options_type.declared()}
    assert taken - declared <= {*declaration.TAKEN}


# Packages.


def install(folder: Path, package: str, module: str, text: str, **points: str) -> None:
    """Lay PACKAGE into FOLDER as pip does."""
    (folder / f"{module}.py").write_text(text)
    about = folder / f"{package}-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    (about / "entry_points.txt").write_text(f"[cardgames.games]\n{lines}")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.chdir(tmp_path)
    outside.registered.cache_clear()
    before = {*sys.modules}
    yield folder
    for name in {*sys.modules} - before:
        if name.startswith("pkg_"):
            del sys.modules[name]


class TestPackages:
    @pytest.mark.parametrize(("text", "why"), [
        ("raise GeneratorExit\n", "GeneratorExit"),
        ("class Odd(Exception):\n    def __str__(self):\n        raise self\nraise Odd\n", "Odd"),
    ])  # fmt: skip
    def test_whatever_one_raises_stops_nothing(self, site: Path, text: str, why: str) -> None:
        install(site, "odd", "pkg_odd", text, odd="pkg_odd:Odd")
        assert why in "".join(games.faults()) and "odd, cannot be loaded" in "".join(games.faults())

    @pytest.mark.parametrize(("body", "why"), [
        ("outcome(self): return 5", "AttributeError: 'int' object has no attribute '"),
        ("outcome(self): return 1 / 0 if self.cells[0] else None", "ZeroDivisionError: "),
        ("tabcel(self, *to): 'Up.'; return {}[to]", "KeyError: (1,)"),
        ("tabcel(self, *to): open('none')", "FileNotFoundError: [Errno 2]"),
        ("outcome = lambda self: 5", "AttributeError: 'int' object has no attribute '"),
        ("layout = property(lambda self: 5)", "AttributeError: 'int' object has no attribute '"),
        ("founded(self): raise SystemExit(3)", "SystemExit: 3"),
        ("tabcel(self, *to): raise GeneratorExit", "GeneratorExit"),
    ])  # fmt: skip
    def test_a_fault_of_one_is_not_called_one_of_the_program(
        self, site: Path, body: str, why: str
    ) -> None:
        text = f"{ORCHARD.rstrip()}\n\n    {body if ' = ' in body else f'def {body}'}\n"
        install(site, "trees", "pkg_trees", text, orchard="pkg_trees:Orchard")
        state = str(Path.cwd())
        words, changes = ("orchard", "--seed", "3"), {"fault": "expected", "XDG_STATE_HOME": state}
        error = told(*words, stdin="1 e\n", status=70, **changes)
        assert f"Error: a fault of the game orchard, of the package trees: {why}" in error
        assert "Traceback" not in error and error.count("\n") == 1
        assert "this program" not in error and Path("cardgames/fault.txt").exists()

    def test_a_fault_beside_one_is_one_of_the_program(
        self, site: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        install(site, "trees", "pkg_trees", ORCHARD, orchard="pkg_trees:Orchard")
        monkeypatch.setattr(Patience, "founded", lambda self: 1 / 0)
        words, state = ("orchard", "--seed", "3"), str(Path.cwd())
        assert "a fault of this program: Zero" in told(*words, status=70, XDG_STATE_HOME=state,
                                                       fault="expected")

    def test_a_game_of_a_nameless_module_is_told_by_its_title(self, site: Path) -> None:
        text = ORCHARD + '\n__doc__ = 5\nOrchard.__module__ = "nowhere"\n'
        install(site, "trees", "pkg_trees", text, orchard="pkg_trees:Orchard")
        assert not [*games.faults()] and games.knows("orchard")

    def test_entry_points_that_cannot_be_read_stop_nothing(self, site: Path) -> None:
        install(site, "broken", "pkg_broken", "")
        install(site, "trees", "pkg_trees", ORCHARD, orchard="pkg_trees:Orchard")
        (site / "broken-1.dist-info" / "entry_points.txt").write_text("[cardgames.games]\nodd\n")
        assert games.knows("orchard")
        assert [*games.faults()] == ["the package broken: its entry_points.txt cannot be read"]

    def test_a_package_has_everything(self, site: Path) -> None:
        install(site, "trees", "pkg_trees", ORCHARD, orchard="pkg_trees:Orchard")
        assert told("orchard", "--seed", "3").startswith("cells: ")
        assert "orchard" in told("--help").partition("Games:")[2]
        assert told("rules", "orchard") == rules_of(games.model("orchard"))
        assert "# Winnable" in told("solve", "orchard", "--seed", "3")
        words = "--games", "3", "--strategy", "solver", "--jobs", "2"
        assert "3 deals" in told("simulate", "orchard", *words)
        Path("a.txt").write_text("# cardgames orchard --seed 3\n1 e\n")
        assert "> 1 e" in told("replay", "a.txt")

    def test_what_cannot_be_loaded_is_named_and_stops_nothing_else(self, site: Path) -> None:
        install(site, "trees", "pkg_trees", ORCHARD, orchard="pkg_trees:Orchard")
        install(site, "bad", "pkg_bad", "import nothing_of_this_name", wood="pkg_bad:Wood")
        install(site, "bent", "pkg_bent", "raise SystemExit", bent="pkg_bent:Bent")
        install(site, "thief", "pkg_thief", ORCHARD, golf="pkg_trees:Orchard", Up="pkg_trees:X")
        install(site, "twin", "pkg_twin", ORCHARD, heath="pkg_trees:Orchard", moor="pkg_trees:os")
        install(site, "other", "pkg_other", ORCHARD, heath="pkg_trees:Orchard")
        faults = games.faults()
        for why in (
            "'wood', of the package bad, cannot be loaded: ModuleNotFoundError: No module named",
            "'bent', of the package bent, cannot be loaded: SystemExit",
            "'golf', of the package thief, cannot be loaded: the name golf is taken by a game",
            "'Up', of the package thief, cannot be loaded: 'Up' cannot be its name",
            "cannot be loaded: several packages have this name",
            "'moor', of the package twin, cannot be loaded: AttributeError",
        ):
            assert sum(why in fault for fault in faults) == 1, (why, faults)
        assert len(faults) == 6 and not any("\n" in fault for fault in faults)
        assert [row.name for row in games.every() if row.name not in games.NAMES] == ["orchard"]
        assert "of the package bad" in told("wood", status=2)
        assert "of the package bad" in told("rules", "wood", status=2)
        assert told("golf", "--seed", "1") and told("orchard", "--seed", "1")

    def test_a_built_in_game_asks_no_package(self) -> None:
        script = (
            "import sys; sys.argv = ['cardgames', 'golf', '--seed', '1']\n"
            "from cardgames.__main__ import run\n"
            "try: run()\n"
            "except SystemExit: print(*sys.modules, file=sys.stderr)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, env=environment(), check=True,
        )  # fmt: skip
        loaded = done.stderr.split()
        assert "cardgames.main" in loaded
        assert not {"importlib.metadata", "cardgames.games.outside"} & {*loaded}


class TestNewGame:
    @pytest.mark.parametrize(("name", "why"), [
        ("golf", "taken by a game"), ("stats", "taken by a command"), ("look", "topic of help"),
        ("Wisp", "cannot be its name"), ("a b", "cannot be its name"), ("../x", "cannot be its"),
        ("x" * 40, "cannot be its name"), ("", "cannot be its name"), ("wisp", "exists: name a"),
    ])  # fmt: skip
    def test_what_cannot_be_made(self, written: Written, name: str, why: str) -> None:
        os.mkdir("wisp")
        assert why in told("new-game", name, status=2)
        assert os.listdir() == ["wisp"] and not os.listdir("wisp")

    def test_a_folder_that_cannot_be_made(self, written: Written) -> None:
        error = told("new-game", "wisp", "none/wisp", status=2)
        assert "cannot make none/wisp: No such file" in error

    def test_what_is_made_installs_and_passes_its_own_test(self, written: Written) -> None:
        told("new-game", "none", "made")  # the class cannot be called None
        found, backend = Path("site").absolute(), Path(sys.prefix) / "backend"
        assert backend.exists(), "make sets it up"

        def python(*words: str, path: list[str]) -> None:
            kept = environment(PYTHONPATH=os.pathsep.join(path), PYTHONDONTWRITEBYTECODE="1")
            command = [sys.executable, *words]
            done = subprocess.run(command, cwd="made", env=kept, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr

        build = "from setuptools import build_meta as backend; backend.build_wheel('..')"
        python("-c", build, path=[str(backend)])
        (wheel,) = Path().glob("*.whl")
        ZipFile(wheel).extractall(found)
        python("-m", "pytest", "-q", "-p", "no:cacheprovider", path=[str(found), *sys.path])
        assert len(Path("made/README.md").read_text().splitlines()) < 16
