"""Read the declaration of a game in a file without running it: what may stand there is in MAY."""

import ast
import re
import warnings
from dataclasses import Field, dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar, Final, TypeAlias, get_args, get_origin

from cardgames.model import commands
from cardgames.model.errors import CardGameError, DeclarationError, brief, did_you_mean, quoted
from cardgames.model.game import Game, Options, option
from cardgames.patience import kinds, piles
from cardgames.patience.checking import check_arguments
from cardgames.patience.game import Patience
from cardgames.patience.kinds.kind import Kind, Option

MAY: Final = (
    "a declaration has imports from cardgames, classes derived from Patience or Options, numbers, "
    "texts, names, tuples, tables and calls of kinds; with --run, it is run as a program"
)
Names: TypeAlias = dict[str, Any]  # what names stand for
KINDS: Final = "cardgames.patience.kinds"  # the package of the kinds, which may be imported, too
OFFERED: Final[dict[str, Names]] = {
    "__future__": {"annotations": None},
    "dataclasses": {"dataclass": dataclass},
    "typing": {"Any": None, "ClassVar": None, "Final": None},
    "cardgames.model.commands": {
        name: getattr(commands, name) for name in ("Among", "Number", "Switch", "Word")
    },
    "cardgames.model.game": {"Options": Options, "option": option},
    "cardgames.patience.game": {"Patience": Patience},
    "cardgames.patience.piles": {name: getattr(piles, name) for name in piles.__all__},
}
"""The names that may be imported, by module."""


def _declared(owner: type) -> dict[str, Any]:
    """Return the types of the facts that a class of games has for its games to set."""
    return {
        name: get_args(kind)[0]
        for name, kind in owner.__annotations__.items()
        if str(get_origin(kind)) == str(ClassVar) and name[0] != "_" and name != "founding"
    }


DECLARED, ALSO = _declared(Patience), _declared(Game)
"""The types of what a game declares, and of what it may set, too, if it is run."""
FIELDS: Final = ("name", "called", "options_type", *DECLARED)
OPTION: Final = re.compile("[a-z][a-z_]{0,29}")
# options that every game has; a test holds these names to those of the commands
TAKEN: Final = tuple(
    "seed deck variant help auto echo record record_over allow_overwrite journal undo scroll "
    "timer points mouse strict cards color large auto_up keys winnable no_winnable json show limit "
    "games jobs strategy histogram run script seat skip time save microsoft notation on csv keep "
    "utc svg tell_lost family".split()
)
DEEPEST: Final = 12  # how deep values may be nested
MOST: Final = 999  # the greatest number in a call, and the most items of a value
LARGEST: Final = 1_000_000  # the greatest number elsewhere


def read(text: str, file: str, module: ModuleType) -> None:
    """Put what the text of a file declares into a module; raises DeclarationError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (MemoryError, RecursionError):
        raise DeclarationError(f"{file}: it is nested too deep to be a declaration") from None
    except ValueError as error:
        raise DeclarationError(f"{file}: it is not valid Python: {error}") from None
    except SyntaxError as error:
        raise DeclarationError(f"{file}:{error.lineno or 1}: {error.msg}") from None
    # the lines as Python counts them: others than \n, \r and \r\n end none
    reader = _Reader(file, re.split(r"\r\n|\r|\n", text), module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            reader.check_text(node, node.value)
    if tree.body and (doc := _text(tree.body[0])):
        module.__doc__ = doc
    for node in tree.body:
        reader.read(node)


def _text(node: ast.AST) -> str:
    """Return the text of a docstring; '' for other nodes."""
    value = node.value if isinstance(node, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def kinds_in(module: str) -> Names:
    """Return what a module of kinds offers: its own, and all of `piles`; {} for others."""
    package, _, name = module.rpartition(".")
    if package != KINDS or name not in [one.name for one in iter_modules(kinds.__path__)]:
        return {}
    found = vars(import_module(module)).items()
    own = {name: one for name, one in found if isinstance(one, type) and issubclass(one, Kind)}
    return OFFERED["cardgames.patience.piles"] | own


class _Reader:
    """Reads statements and values of a file; anything that is not on its list is refused."""

    def __init__(self, file: str, lines: list[str], module: ModuleType) -> None:
        self._file, self._lines, self._module = file, lines, module
        self._names: Names = {"range": range}

    def check_text(self, node: ast.Constant, text: str) -> None:
        """Raise DeclarationError if a text has half of a character, which cannot be written."""
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise self._refused(node, "a text has half of a character: write the whole one")

    def _refused(self, node: ast.AST, why: str = "") -> DeclarationError:
        line = getattr(node, "lineno", 1)
        if not why:
            words = self._lines[line - 1].strip() if line <= len(self._lines) else ""
            why = f"{quoted(words)} cannot stand here: {MAY}"
        return DeclarationError(f"{self._file}:{line}: {why}")

    def read(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ImportFrom):
            self._import(node)
        elif isinstance(node, ast.ClassDef):
            self._declare(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            name, value = self._assigned(node, self._names)
            self._names[name] = value
        elif not _text(node):
            raise self._refused(node)

    def _import(self, node: ast.ImportFrom) -> None:
        module = str(node.module)
        offered = OFFERED.get(module) or kinds_in(module)
        if node.level or not offered:
            raise self._refused(node)
        for alias in node.names:
            if alias.name not in offered:
                known = ", ".join(offered)
                raise self._refused(node, f"{module} offers no {brief(alias.name)}, but {known}")
            self._names[alias.asname or alias.name] = offered[alias.name]

    def _assigned(self, node: ast.Assign | ast.AnnAssign, names: Names) -> tuple[str, Any]:
        """Return the name and the value of an assignment."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) != 1 or not isinstance(targets[0], ast.Name) or node.value is None:
            raise self._refused(node)
        return targets[0].id, self._value(node.value, names)

    def _declare(self, node: ast.ClassDef) -> None:
        base = node.bases[0] if len(node.bases) == 1 else None
        parent = self._names.get(base.id) if isinstance(base, ast.Name) else None
        known = isinstance(parent, type) and issubclass(parent, (Patience, Options))
        if not known or node.keywords or len(node.name) > 60 or node.name.startswith("_"):
            raise self._refused(node)
        assert isinstance(parent, type)
        doc, body = _text(node.body[0]), Names()
        lines: dict[str, ast.stmt] = {}
        for part in node.body:
            if isinstance(part, (ast.Assign, ast.AnnAssign)):
                name, value = self._assigned(part, self._names | body)
                body[name], lines[name] = value, part
            elif not (isinstance(part, ast.Pass) or _text(part)):
                raise self._refused(part)
        doc = doc or f"A position of {node.name}."
        body |= {"__module__": self._module.__name__, "__doc__": doc}
        if issubclass(parent, Patience):
            made = self._game(node, parent, body, lines)
        else:
            made = self._options(node, parent, body, lines)
        self._names[node.name] = made
        setattr(self._module, node.name, made)

    def _game(
        self, node: ast.ClassDef, parent: type, body: Names, lines: dict[str, ast.stmt]
    ) -> type:
        for name, line in lines.items():
            if name not in FIELDS:
                advice = did_you_mean(name, FIELDS, f": it declares {', '.join(FIELDS)}")
                raise self._refused(line, f"{node.name} has no field {brief(name)}{advice}")
        if node.decorator_list:
            raise self._refused(node)
        try:
            return type(parent)(node.name, (parent,), body)
        except (CardGameError, TypeError, LookupError, AttributeError) as error:
            raise self._refused(lines.get("piles", node), str(error)) from None

    def _options(
        self, node: ast.ClassDef, parent: type, body: Names, lines: dict[str, ast.stmt]
    ) -> type:
        marks = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        if [self._value(mark, self._names) for mark in marks] != [dataclass]:
            raise self._refused(node, f"{node.name} needs '@dataclass(frozen=True)' before it")
        for name, line in lines.items():
            free = OPTION.fullmatch(name) and name not in TAKEN and not hasattr(Options, name)
            if name != "variants" and not (free and isinstance(body[name], Field)):
                fault = "is not made by option(...)" if free else "cannot name an option"
                raise self._refused(line, f"{node.name}: {brief(name)} {fault}")
        body["__annotations__"] = {name: Any for name in lines if name != "variants"}
        variants = body.get("variants", {})
        try:
            made: type = dataclass(frozen=True)(type(node.name, (parent,), body))
            for given in (*variants.values(), {}):
                made(**given)
        except (CardGameError, TypeError, ValueError, AttributeError) as error:
            told = str(error).replace("__init__() ", "")
            raise self._refused(lines.get("variants", node), f"{node.name}: {told}") from None
        if not all(re.fullmatch("[a-z][a-z0-9-]*", str(name)) for name in variants):
            raise self._refused(lines["variants"], f"{node.name}: variants are in small letters")
        return made

    # Values.

    def _value(self, node: ast.expr, names: Names, deep: int = 0) -> Any:
        if deep > DEEPEST:
            raise self._refused(node, f"it is nested deeper than {DEEPEST}")
        found = self._plain(node, names, deep + 1)
        if isinstance(found, int) and abs(found) > LARGEST:
            raise self._refused(node, f"{brief(found)} is too large a number")
        if isinstance(found, (tuple, dict)) and len(_numbers(found)) > MOST:
            raise self._refused(node, f"this has more than {MOST} items")
        return found

    def _plain(self, node: ast.expr, names: Names, deep: int) -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, str, type(None))):
            return node.value
        if isinstance(node, ast.Name):
            if node.id not in names:
                advice = did_you_mean(node.id, names, ": it is neither imported nor declared above")
                raise self._refused(node, f"{brief(node.id)} is unknown{advice}")
            return names[node.id]
        if isinstance(node, (ast.Tuple, ast.List)):
            items: list[Any] = []
            for item in node.elts:
                if not isinstance(item, ast.Starred):
                    items.append(self._value(item, names, deep))
                elif isinstance(more := self._value(item.value, names, deep), tuple):
                    items += more
                else:
                    raise self._refused(item)
            return tuple(items)
        if isinstance(node, ast.Dict) and None not in node.keys:
            keys = [self._value(key, names, deep) for key in node.keys if key is not None]
            if not all(isinstance(key, (int, str, type(None))) for key in keys):
                raise self._refused(node)
            return dict(zip(keys, [self._value(value, names, deep) for value in node.values]))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            if isinstance(value := self._value(node.operand, names, deep), int):
                return -value
        if isinstance(node, ast.BinOp):
            return self._computed(node, names, deep)
        if isinstance(node, ast.Call):
            return self._called(node, names, deep)
        raise self._refused(node)

    def _computed(self, node: ast.BinOp, names: Names, deep: int) -> Any:
        """Return a sum, a difference or a product of numbers, or a tuple that is made of tuples."""
        one, other = (self._value(part, names, deep) for part in (node.left, node.right))
        kinds = type(one), type(other)
        if kinds == (tuple, tuple) and isinstance(node.op, ast.Add):
            return one + other
        if {*kinds} == {tuple, int} and isinstance(node.op, ast.Mult):
            count, items = (one, other) if kinds[0] is int else (other, one)
            if count * len(items) > MOST:
                raise self._refused(node, f"this has more than {MOST} items")
            return items * count
        if kinds != (int, int):
            raise self._refused(node)
        if isinstance(node.op, ast.Mult):
            return one * other
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return one + other if isinstance(node.op, ast.Add) else one - other
        raise self._refused(node)

    def _called(self, node: ast.Call, names: Names, deep: int) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        made = names.get(name)
        if not name or any(word.arg is None for word in node.keywords):
            raise self._refused(node)
        if made is None or not callable(made) or made in (dataclass, Kind):
            known = [each for each, one in names.items() if hasattr(one, "field")]
            advice = did_you_mean(name, known, f": {MAY}")
            raise self._refused(node, f"{brief(name)} cannot be called{advice}")
        if isinstance(made, type) and issubclass(made, (Patience, Options)):
            raise self._refused(node)
        given = [self._value(value, names, deep) for value in node.args]
        named = {str(one.arg): self._value(one.value, names, deep) for one in node.keywords}
        if made is not Option and max(_numbers([1, *given, *named.values()])) > MOST:
            raise self._refused(node, f"{name}: no number is greater than {MOST}")
        try:
            if made is range:
                return tuple(range(*given, **named))
            check_arguments(name, made, given, named)
            return made(*given, **named)
        except CardGameError as error:
            raise self._refused(node, str(error)) from None
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
            raise self._refused(node, f"{name}: {error}") from None


def _numbers(values: Any) -> list[int]:
    """Return the numbers in values, with 1 for each other item and container, however nested."""
    if not isinstance(values, (tuple, list, dict)):
        return [abs(values) if isinstance(values, int) else 1]
    inner = values.values() if isinstance(values, dict) else values
    return [1, *[number for value in inner for number in _numbers(value)]]
