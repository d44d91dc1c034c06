"""Games from outside: those of packages, and those in files that a person has named.

A file is only read, and not run, unless the person wants it to be run. `declaration.py` has the
short list of what such a file may contain. A package registers its games under the entry point
group `cardgames.games`. Only a person can name a file. Scripts, decks and parts of simulations can
name only games; `model` finds these games in packages and in the files that are already loaded.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.resources import files
from os import path
from shlex import quote
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple
from zlib import crc32

from cardgames.games import JUDGED, NAMES, PLAYED_OFF, Listing
from cardgames.games.declaration import ALSO, DECLARED, read
from cardgames.model.errors import DeclarationError, brief, listed, printable, quoted
from cardgames.patience.checking import misfit
from cardgames.patience.game import SCORED, Patience
from cardgames.patience.kinds.tableau import Tableau
from cardgames.play.script import bytes_of, failing

GROUP: Final = "cardgames.games"  # the entry point group under which packages register games
SUFFIX: Final = ".py"  # how the name of a file with a game ends
LARGEST: Final = 1 << 16  # the largest size of such a file, in bytes
FAMILY: Final = "From outside"
NAME: Final = re.compile("[a-z][a-z0-9]{1,29}")
NO_NAME: Final = "a name has small letters and digits only, such as 'montecarlo'"
# names that no game can have: words of the program (a test compares them with its commands)
WORDS: Final = tuple(
    "arena bye config diary exit h help join menu merge new new-game play q quit random replay "
    "resume review rules simulate solve stats today".split()
)


class Source(NamedTuple):
    """The text of a file; other processes of a simulation load the game again from this text."""

    file: str
    text: str
    run: bool

    def module(self) -> ModuleType:
        """Return the module made of the file; raises DeclarationError."""
        name = f"cardgames_file_{crc32(repr(self).encode()):08x}"
        if (found := sys.modules.get(name)) is not None:
            return found
        module = ModuleType(name)
        sys.modules[name] = module
        try:
            if self.run:
                _run(self, module)
            else:
                read(self.text, self.file, module)
            return module
        except BaseException:
            del sys.modules[name]
            raise


_files: dict[str, type[Patience]] = {}  # the games of files that a person has named, by name
sources: list[Source] = []  # what `load_again` needs in another process


def load(name: str, run: bool = False) -> str:
    """Load the game in a file, and return its name; run the file only if `run` is true.

    Raises DeclarationError.
    """
    with failing("read", name, DeclarationError):
        data = bytes_of(name, LARGEST)
        if len(data) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST >> 10} KB")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValueError(f"it is not UTF-8 text, at byte {error.start + 1}") from None
    source = Source(path.abspath(path.expanduser(name)) if run else name, text, run)
    game = _game_in(source, name)
    game.file = printable(quote(name)) + " --run" * run
    _files[game.name] = game
    if source not in sources:
        sources.append(source)
    return game.name


def load_again(known: Sequence[Source]) -> None:
    for source in known:
        game = _game_in(source, source.file)
        _files[game.name] = game


def _game_in(source: Source, file: str) -> type[Patience]:
    """Return the game that a file declares; raises DeclarationError."""
    module = source.module()
    found = {
        str(one.name): one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Patience) and one.piles and one is not Patience
        if one.__module__ == module.__name__ and hasattr(one, "name")
    }
    stem = path.basename(file).removesuffix(SUFFIX)
    if not found:
        needed = "a class derived from Patience, with its name and its piles"
        raise DeclarationError(f"{file} holds no game: it needs {needed}")
    if len(found) > 1 and stem not in found:
        names = ", ".join(found)
        wanted = "let the name of one be that of the file"
        raise DeclarationError(f"{file} holds {len(found)} games, {brief(names)}: {wanted}")
    game = found[stem] if stem in found else next(iter(found.values()))
    try:
        fault = fault_of(game)
        row(game)
    except Exception as error:  # if the file is run, its own methods may fail here
        fault = reason(error)
    if fault:
        raise DeclarationError(f"{file}: {fault}")
    return game


def fault_of(game: Any, name: str = "") -> str:
    """Say why a game from outside cannot be used; return '' if it can.

    If the game comes from a package, `name` is the name under which it is registered.
    """
    if not (isinstance(game, type) and issubclass(game, Patience) and game.piles):
        return f"a game is a class derived from Patience, with its piles, not {brief(game)}"
    own, title = getattr(game, "name", None), game.__name__
    if name and own != name:
        return f"{title}: it is registered as {quoted(name)}, and its name is {brief(own)}"
    if fault := fault_of_name(own):
        return f"{title}: {fault}"
    if not (isinstance(game.called, str) and game.called.isprintable() and len(game.called) < 41):
        return f"{title}: called is its title, 40 letters at most, not {brief(game.called)}"
    for field, wanted in (ALSO | DECLARED).items():
        # `options_type` was checked when the class was made
        if field != "options_type" and (fault := misfit(field, getattr(game, field), wanted)):
            return f"{title}: {fault}"
    for what, number in game.scoring.items():
        if what not in SCORED or type(number) is not int:
            return f"{title}: scoring has numbers for {listed(SCORED)}, not {brief((what, number))}"
    layout = game.laid_out(game.options_type())
    if layout.stocked and layout.stock is None:
        left = f"the deal leaves {layout.stocked} of {len(layout.deck)} cards"
        return f"{title}: {left}, and it has no Stock() for them"
    aim = layout.foundations.count or layout.taking or type(layout.tableau) is not Tableau
    if not aim or not game.commands.all:
        return f"{title}: its cards can go nowhere: it has no Foundations() and no Discard()"
    return ""


def fault_of_name(name: object) -> str:
    """Say why a new game cannot have this name; return '' if it can."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        return f"{brief(name)} cannot be its name: {NO_NAME}"
    if name in NAMES:
        return f"the name {name} is taken by a game that is built in: choose another"
    if name in WORDS or files("cardgames").joinpath("help", f"{name}.txt").is_file():
        return f"the name {name} is taken by a command or a topic of help: choose another"
    return ""


def _run(source: Source, module: ModuleType) -> None:
    """Run a file as a program, in a module of its own; raises DeclarationError."""
    module.__file__ = source.file
    folder = path.dirname(source.file)
    sys.path.insert(0, folder)
    try:
        exec(compile(source.text, source.file, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        raise DeclarationError(reason(error, source.file)) from None
    finally:
        with suppress(ValueError):
            sys.path.remove(folder)


def reason(error: BaseException, file: str = "") -> str:
    """Say in one line why a program failed; if there is a `file`, say also in which line of it."""
    try:
        text = printable(str(error)).strip()
    except Exception:  # the error may be of a class of the program, whose text fails
        text = ""
    told = text if isinstance(error, DeclarationError) else f"{type(error).__name__}: {text}"
    line, frame = getattr(error, "lineno", None) or 0, error.__traceback__
    while frame is not None:
        if file and frame.tb_frame.f_code.co_filename == file:
            line = frame.tb_lineno
        frame = frame.tb_next
    told = told[:200].rstrip(": ")
    return f"{file}:{line}: {told}" if line and file else f"{file}: {told}" if file else told


# The games of packages.


@cache
def registered() -> dict[str, list[Any]]:
    """Return the entry points of games in all installed packages, by the name of the game."""
    found: dict[str, list[Any]] = {}
    for points in entry_points().values():
        for point in points or ():
            found.setdefault(point.name, []).append(point)
    return found


@cache
def entry_points() -> dict[str, Any]:
    """Return the entry points of games in each package; None if a package cannot be read."""
    metadata = import_module("importlib.metadata")  # takes 30 ms
    found: dict[str, Any] = {}
    for package in metadata.distributions():
        try:
            if (name := str(package.name)) not in found:  # the first on the path counts
                found[name] = None
                found[name] = package.entry_points.select(group=GROUP)
        except Exception:
            continue
    return found


@cache
def packaged(name: str) -> type[Patience]:
    """Return the game with this name from a package; raises KeyError or DeclarationError."""
    points = registered()[name]
    what = f"{quoted(name)}, of {_whose(name)}"
    if len(points) > 1:
        raise DeclarationError(f"{what}, cannot be loaded: several packages have this name")
    fault, game = fault_of_name(name), Patience
    if not fault:
        try:
            game = points[0].load()
            fault = fault_of(game, name)
            row(game)
        except KeyboardInterrupt:  # a person's Ctrl-C
            raise
        except BaseException as error:  # no error of a package may stop the program
            fault = reason(error)
    if fault:
        raise DeclarationError(f"{what}, cannot be loaded: {fault}")
    return game


def model(name: str) -> type[Patience]:
    """Return a game from outside; raises KeyError or DeclarationError."""
    if name in _files:
        return _files[name]
    if not NAME.fullmatch(name):
        raise KeyError(name)
    return packaged(name)


def find(name: str) -> type[Patience] | None:
    with suppress(KeyError, DeclarationError):
        return model(name)
    return None


def rows() -> Iterator[Listing]:
    """Yield a row for each game from outside that can be loaded."""
    for name in sorted({*_files, *registered()}):
        if (game := find(name)) is not None:
            yield row(game)


def faults() -> Iterator[str]:
    """Yield a line for each package that cannot be read, and each game that cannot be loaded."""
    for package, points in entry_points().items():
        if points is None:
            yield f"the package {printable(package)}: its entry_points.txt cannot be read"
    for name in sorted(registered()):
        try:
            packaged(name)
        except DeclarationError as error:
            yield str(error)


def row(game: type[Patience]) -> Listing:
    """Return the row of a game in the list of games."""
    doc = getattr(sys.modules.get(game.__module__), "__doc__", None) or ""
    first = str(doc).strip().partition("\n")[0]
    about = printable(first.partition(": ")[2] or first).rstrip(".")[:60] or game.title()
    players, told = players_of(game), f"a patience: {about}"
    made = Listing(game.name, game.__name__, told, players, FAMILY, True, game.called)
    return made._replace(file=game.file)


def players_of(game: type[Patience]) -> tuple[str, ...]:
    """Return the names of a game's computer players.

    If the game has its own methods, no search can play it, and only 'hint' is left. The same holds
    for a game with its own kinds of piles, unless each of these kinds sets `searched`.
    """
    methods, kinds = own_code(game)
    if methods or not all([vars(kind).get("searched") for kind in kinds]):
        return ("hint",)
    layout = game.laid_out(game.largest())
    own_space = any(kind.space() for kind in layout.kinds.values())
    return PLAYED_OFF if own_space else JUDGED


def own_code(game: type[Patience]) -> tuple[set[str], list[type]]:
    """Return a game's own methods and its own kinds of piles, which are not from the kit."""
    bases = game.__mro__[: game.__mro__.index(Patience)]
    methods = {
        name
        for base in bases
        for name, one in vars(base).items()
        if isinstance(one, FunctionType | classmethod | property)
        # a lambda may be a move that a kind has added
        if hasattr(Patience, name) or getattr(one, "__name__", "") != "<lambda>"
    } - {"__repr__"}
    kinds = [type(kind) for kind in game.piles]
    return methods, [one for one in kinds if not one.__module__.startswith("cardgames.patience.")]


def blamed(error: BaseException) -> str:
    """Name the game from outside that caused `error`; return '' if there is none.

    A game is the cause if its code was running. If no such code was running, a game is the cause if
    a function had one of its positions, and the error is an Exception but not an OSError.
    """
    owners = {game.__module__: name for name, game in _files.items()}
    for name, points in registered().items():
        owners |= {point.value.partition(":")[0].partition(".")[0]: name for point in points}
    ran = met = innermost = ""
    for trace in (error.__traceback__, getattr(error.__cause__, "__traceback__", None)):
        while trace is not None:
            frame, trace = trace.tb_frame, trace.tb_next
            innermost = str(frame.f_globals.get("__name__"))
            ran = owners.get(innermost.partition(".")[0], ran)
            for value in frame.f_locals.values():
                with suppress(Exception):
                    one = getattr(value, "game", value)
                    one = one if isinstance(one, type) else type(one)
                    if issubclass(one, Patience) and find(one.name) is one and any(own_code(one)):
                        met = one.name
    asked = isinstance(error, KeyboardInterrupt) or innermost.endswith("__main__")  # by a signal
    plain = isinstance(error, Exception) and not isinstance(error, OSError)
    name = "" if asked else ran or met * plain
    return f"the game {name}, of {_whose(name)}" if name else ""


def _whose(name: str) -> str:
    """Name the file or the packages from which a game comes."""
    if name in _files:
        return _files[name].file.removesuffix(" --run")
    packages = [str(one.dist.name if one.dist else one.value) for one in registered()[name]]
    return f"the package {' and '.join(map(printable, packages))}"
