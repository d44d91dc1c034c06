"""The options of the command line, and the functions that commands with options share.

`play_options` returns all options of a game. The classes that parse values come near the end. The
last part is the table PLAYING: the options that games have in common.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.model.commands import Argument, Switch, Whole, Word
from cardgames.model.deal import LEVELS, NUMBERS, SEEDS, SeedOrDay, is_numbered
from cardgames.model.errors import InvalidCommand, printable, quoted
from cardgames.model.game import Game, Options, flag, usual_text
from cardgames.model.strategy import FAIR, SOLVER
from cardgames.play.script import STANDARD_INPUT, bytes_of, decoded
from cardgames.screen.console import INPUT, is_terminal, screen_size
from cardgames.screen.look import CHOICES, COLUMNS, fitted

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar
    from click.shell_completion import CompletionItem

    from cardgames.model.cards import Pile
    from cardgames.patience.boards import ReadBoard

Values: TypeAlias = Mapping[str, Any]
"""The values of options by name, as click has read them."""
Deck: TypeAlias = "Pile | ReadBoard"
"""What `--deck` has read: a pile of cards whose top card is dealt first, or a board."""
SAFE: Final = "safe"
ANY: Final = "any"  # the level of `--winnable` without a value: any deal that can be won
SPACE_BAR: Final = "space"
LARGEST_DECK: Final = 1 << 16  # the greatest length of the text of a deck, in characters
SHOWN: Final = ("strict", "cards", "color", "large")
"""The options that playing and replaying have in common."""
PLAYED: Final = (
    *("auto", "echo", "record", "record_over", "allow_overwrite", "journal", "undo", "scroll"),
    *("timer", "mouse", *SHOWN),
)
"""The options for playing that every game has."""
# The keys in a context's `meta`. WARNING has messages to show with the first board, such as errors
# in the settings file. RUN says whether the file of a game is to be run. DECK has the name and the
# lines of the deck that --deck has read.
WARNING, RUN, DECK = "cardgames.settings", "cardgames.run", "cardgames.deck"


def deal_options(game: type[Game]) -> list[click.Option]:
    return [
        click.Option(
            ["--seed"],
            type=ArgumentType(SeedOrDay("SEED", *SEEDS)),
            shell_complete=_complete_date,
            metavar="N|DATE",
            help="The deal: a number, or a date such as 2026-11-21 (default: a random deal).",
        ),
        click.Option(
            ["--deck"],
            type=DeckType(Cards(game)),
            shell_complete=complete_file,
            metavar="FILE",
            help="Deal the cards that a file lists, in that order, or a board of another program.",
        ),
        click.Option(
            ["--microsoft"],
            type=ArgumentType(Whole("N", *NUMBERS)),
            metavar="N",
            help="Deal this number of Microsoft's FreeCell, from 1 to 1,000,000; --seed then "
            "counts only for later games, dealt by 'new'.",
            hidden=not is_numbered(game),
        ),
        *game_options(game),
    ]


def game_options(game: type[Game]) -> list[click.Option]:
    """Return the options that a game declares, and `--variant` if it has variants."""
    found = [_variant_option(game.options_type)] if game.options_type.variants else []
    for declared in game.options_type.declared():
        meta, name = declared.metadata, flag(declared)
        if isinstance(argument := meta["argument"], Switch):
            names = f"{name}/{name.replace('--', '--no-', 1)}"
            found.append(click.Option([names], is_flag=True, help=meta["help"]))
            continue
        option = click.Option(
            [declared.name, name, *meta["also"]],
            type=ArgumentType(argument),
            default=None if meta["usual"] or meta["seated"] is not None else declared.default,
            metavar=argument.form,
            help=f"{meta['help']}  [default: {usual_text(declared)}]",
        )
        found.append(option)
    return found


def _variant_option(options: type[Options]) -> click.Option:
    def choose(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is None:
            return
        kept = dict(ctx.default_map or {})
        if ctx.get_parameter_source(str(param.name)) is not ParameterSource.DEFAULT_MAP:
            # A variant that is not in the settings file overrides the game's options in that file.
            kept = {name: kept[name] for name in kept.keys() - {d.name for d in options.declared()}}
        ctx.default_map = {**options.variants[value], **kept}

    return click.Option(
        ["--variant"],
        **_word("VARIANT", *options.variants),
        help="A named set of the options below; the rules list each set.",
        is_eager=True,
        expose_value=False,
        callback=choose,
    )


def play_options(game: str) -> list[click.Option]:
    model, computers = games.model(game), games.listing(game).strategies
    keys = ("keys",) if model.clockwork else ()
    # `auto_up` needs foundations, and every game with a fair player has them.
    others = ["auto_up"] if FAIR in computers else []
    others += ["points"] if getattr(model, "scoring", {}) else []
    found = deal_options(model) + playing_options(*keys, *PLAYED, *others, computers=computers)
    found += seat_options()
    if SOLVER in computers:
        first = "From the seed on, deal the first game that can be won, or the first of a level."
        any_deal = "Deal any game, even if a setting asks for games that can be won."
        level = _word("LEVEL", ANY, *LEVELS)
        found += [
            *playing_options("tell_lost"),
            WithOrWithoutValue(["--winnable"], is_flag=False, flag_value=ANY, help=first, **level),
            click.Option(["--no-winnable"], is_flag=True, help=any_deal),
        ]
    return found


def seat_options() -> list[click.Option]:
    """Return `--seat` and `--time`. They are only typed: no setting and no variable sets them."""
    about = (
        "Who plays in a seat, as in 2=hard: the command of a program ('cardgames help bots'), in "
        "Rummy or Slap a level, or 'join' for a person at another terminal ('cardgames help "
        "table')."
    )
    limit, typed = click.FloatRange(0, min_open=True), {"allow_from_autoenv": False}
    time = "The seconds that a program has for an answer (default: 10)."
    who = ArgumentType(SeatWho("N=WHO"))
    return [
        click.Option(["--seat"], multiple=True, type=who, metavar="N=WHO", help=about, **typed),
        click.Option(["--time"], type=limit, metavar="S", help=time, **typed),
    ]


def no_seat(why: str) -> click.Option:
    """Return the option `--seat` for a command that refuses it, with the reason `why`."""

    def refused(ctx: click.Context, value: str | None) -> None:
        if value is not None:
            raise click.UsageError(f"--seat: {why}")

    return _acting(["--seat"], refused, hidden=True)


def playing_options(
    *names: str, computers: Sequence[str] = (), in_environment: bool = True
) -> list[click.Option]:
    """Return the options of PLAYING with these names; `--auto` takes the names in `computers`.

    With `in_environment`, a variable such as CARDGAMES_CANFIELD_CARDS can set an option.
    """
    found = []
    for name in names:
        _, flags, about, how = NAMED[name]
        kind = how if isinstance(how, Mapping) else {"is_flag": True, "default": how}
        if name == "auto":
            kind = {**kind, "type": click.Choice(list(computers))}
        found.append(click.Option([flags], help=about, allow_from_autoenv=in_environment, **kind))
    return found


def counting(name: str, kind: object, usual: object, about: str, form: str | None) -> click.Option:
    return click.Option(
        [name], type=kind, default=usual, show_default=True, metavar=form, help=about
    )


def by_flag(params: list[click.Option]) -> dict[str, click.Option]:
    """Return a dict with each option under all its names, such as '--draw' and '--no-color'."""
    return {flag: option for option in params for flag in (*option.opts, *option.secondary_opts)}


def level_wanted(values: Values) -> str | None:
    """Return the level of deal that is asked for; None if the deal need not be winnable."""
    return None if values.get("no_winnable") else values.get("winnable")


def is_typed(ctx: click.Context, name: str) -> bool:
    """Was the option typed on the command line? Defaults and settings do not count."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def note_idle(ctx: click.Context, names: Iterable[str], where: str) -> None:
    """Say on standard error which of these options were typed, but do nothing.

    `where` ends the sentence, such as 'without a terminal'.
    """
    idle = []
    for option in ctx.command.params:
        if option.name in names and is_typed(ctx, str(option.name)):
            value = ctx.params[str(option.name)]
            flag = (option.opts if value else option.secondary_opts)[0]
            idle.append(f"{flag} {value}" if isinstance(value, str) else flag)
    if idle:
        listed = " and ".join(filter(None, [", ".join(idle[:-1]), idle[-1]]))
        does = "do" if len(idle) > 1 else "does"
        click.echo(f"Note: {listed} {does} nothing {where}.", err=True)


def error_text(error: Exception | str) -> str:
    """Return the message of an error, in lines that fit the terminal."""
    message = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return fitted(f"Error: {printable(message)}\n", min(screen_size().columns, COLUMNS - 1))


def progress_bar(length: int) -> "ProgressBar[int]":
    """Return a progress bar on standard error, shown only at a terminal."""
    # In a pipe a bar would be an empty line; click has no option to hide it before version 8.2.
    shown = sys.stderr if is_terminal(sys.stderr) else io.StringIO()
    wide = 0 if screen_size().columns < 80 else 36  # 0 means the width of the terminal
    return click.progressbar(length=length, file=shown, width=wide)


def options_of(game: type[Game], values: Values) -> Options:
    """Return the options of a game with these values; the others have their defaults."""
    names = [declared.name for declared in game.options_type.declared()]
    given = {name: values[name] for name in names if values.get(name) is not None}
    return game.options_type.of_new_game(given)


def with_defaults(game: type[Game], values: Values) -> Values:
    """Return the values; for each None, take the game's default for a person at a terminal."""
    usual = {each.name: each.metadata["seated"] for each in game.options_type.declared()}
    return {name: usual.get(name) if value is None else value for name, value in values.items()}


def game_of(ctx: click.Context | None, word: str) -> str:
    """Return the name of the game whose name, title or file is `word`; '' if there is none.

    Raises DeclarationError if the game cannot be loaded.
    """
    try:
        if games.is_file(word):
            return games.load(word, ctx is not None and ctx.meta.get(RUN, False))
        return str(games.model(word).name)
    except KeyError:
        return games.named(word)


class GameName(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The click type of a game: its name, its title or the path of its file; the file is loaded."""

    name = "game"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if ctx is not None and ctx.meta.get(RUN) and not games.is_file(value):
            self.fail("--run is for the file of a game, whose name ends in .py", param, ctx)
        if not (found := game_of(ctx, value)):
            raise games.unknown(value)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        known = click.Choice([row.name for row in games.every()])
        found = known.shell_complete(ctx, param, incomplete)
        return found or complete_file(ctx, param, incomplete)


def _acting(
    names: list[str], act: Callable[[click.Context, Any], object], **more: Any
) -> click.Option:
    """Return an option that calls `act` with its value; the command does not get the value."""
    more |= {"expose_value": False, "callback": lambda ctx, param, value: act(ctx, value)}
    return click.Option(names, **more)


def run_option() -> click.Option:
    def set_run(ctx: click.Context, value: bool) -> None:
        ctx.meta[RUN] = value

    about = "Run the game's file as a program: it can do everything that you can do."
    return _acting(["--run"], set_run, is_flag=True, is_eager=True, help=about)


def file_options() -> list[click.Option]:
    """Return `--game` and `--run`, for commands that read scripts or parts of simulations."""

    def known(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is not None and not game_of(ctx, value):
            raise click.BadParameter("it is the file of a game, whose name ends in .py", ctx, param)

    about = "The file that declares the game; it is read, not run."
    file: Values = {"metavar": "FILE", "shell_complete": complete_file}
    game = click.Option(["--game"], help=about, expose_value=False, callback=known, **file)
    return [game, run_option()]


def telling(names: list[str], about: str, text: Callable[[click.Context], str]) -> click.Option:
    """Return an option that prints a text and exits."""
    # Click's own help and version options search for translations, which takes 1 ms.

    def show(ctx: click.Context, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(text(ctx), color=ctx.color)
            ctx.exit()

    return _acting(names, show, is_flag=True, is_eager=True, help=about)


HELP: Final = telling(["-h", "--help"], "Show this message and exit.", click.Context.get_help)


class ArgumentType(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The click type of values that an Argument parses."""

    name = "argument"

    def __init__(self, argument: Argument) -> None:
        self.argument = argument

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        if not isinstance(value, str):
            return value
        try:
            return self.argument.parse(value)
        except InvalidCommand as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem  # not needed to play

        return [CompletionItem(word) for word in self.argument.completions(incomplete)]


def argument(option: click.Option) -> Argument:
    """Return the Argument that parses the value of an option; the option must not be a flag."""
    assert isinstance(option.type, ArgumentType)
    return option.type.argument


class DeckType(ArgumentType):
    """The click type of a deck: cards in dealing order, or the name of a file that lists them."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        """Return a pile whose top card is dealt first, or a board; raises a click usage error."""
        name = str(value)
        if value == STANDARD_INPUT and ctx is not None:
            if ctx.resilient_parsing:  # the shell completes a line: there is nothing to read
                return value
            # If a command has an option --auto that is not given, moves come from standard input.
            # The option is eager, so its source is known before that of the deck.
            if ctx.get_parameter_source("auto") is ParameterSource.DEFAULT:
                used = "that is standard input, from which the commands come"
                self.fail(f"{used}: give a file, or --auto", param, ctx)
            name = "standard input"
        try:
            is_list = name == value and not os.path.exists(value) and self._lists(value)
            listed = value if is_list else read_deck(value)
        except OSError as error:
            self.fail(f"{printable(name)}: {error.strerror}", param, ctx)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if ctx is not None:
            ctx.meta[DECK] = "the deck" if is_list else name, listed
        return super().convert(listed, param, ctx)

    def _lists(self, value: str) -> bool:
        """Does the value list cards? Otherwise it names a file."""
        try:
            return bool(re.search("[ ,]", value) or self.argument.parse(value))
        except InvalidCommand:
            return False


class WithOrWithoutValue(click.Option):
    """An option that can also be given without a value, like a flag."""

    def resolve_envvar_value(self, ctx: click.Context) -> str | None:
        """Return the value in the environment; words such as 1 and yes mean the flag's value."""
        value = super().resolve_envvar_value(ctx)
        try:
            return str(self.flag_value) if value and click.BOOL(value) else None
        except click.BadParameter:
            return value


def complete_file(ctx: click.Context, param: click.Parameter, start: str) -> "list[CompletionItem]":
    return click.Path().shell_complete(ctx, param, start)


def _complete_date(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    from cardgames.diary.diary import date_here  # not needed to play

    try:
        day = str(date_here())
    except InvalidCommand:
        return []
    return [day] if day.startswith(start) else []


class Keys(Argument):
    def parse(self, word: str) -> tuple[str, ...]:
        names = [name.strip() for name in word.lower().split(",")]
        for name in names:
            if name != SPACE_BAR and (len(name) != 1 or name in ": " or not name.isprintable()):
                kinds = "a letter, a digit, a sign other than a colon, or space"
                raise InvalidCommand(f"{quoted(name)} is not a key for this: give {kinds}")
        if double := next((name for name in names if names.count(name) > 1), ""):
            raise InvalidCommand(f"the key {double} is given twice")
        if len(names) not in (2, 4):
            raise InvalidCommand("give two keys for one player, play,slap, or four for two")
        return tuple(name.replace(SPACE_BAR, " ") for name in names)

    def text(self, value: Sequence[str]) -> str:
        return ",".join(key.replace(" ", SPACE_BAR) for key in value)


class SeatWho(Argument):
    """A seat, and who plays there: (2, 'hard')."""

    def completions(self, start: str) -> Iterable[str]:
        words = [f"2={who}" for who in ("join", "easy", "medium", "hard")]
        return [word for word in words if word.startswith(start)]

    def parse(self, word: str) -> tuple[int, str]:
        seat, equals, who = word.partition("=")
        if not (equals and who.strip() and seat.isascii() and seat.isdecimal() and len(seat) < 3):
            right = "name the seat and who plays there, as in 2='python3 mine.py'"
            raise InvalidCommand(f"{quoted(word)} is no seat: {right}")
        return int(seat), who.strip()


class Cards(Argument):
    """A deck: a list of cards in dealing order, or a board of another program.

    Blanks, commas or both separate the cards of a list. The list is read as a pile whose top card
    is the first card of the list.
    """

    def __init__(self, game: type[Game]) -> None:
        super().__init__("CARDS")
        self.game = game

    def parse(self, word: str) -> Deck:
        check_size(word)
        board: ReadBoard | None = import_module("cardgames.patience.boards").read(word, self.game)
        return self.game.read_deck(word.replace(",", " "))[::-1] if board is None else board


def read_deck(name: str) -> str:
    """Return the lines of a file ('-': standard input) without their remarks.

    Raises OSError, even for a text in UTF-16, and InvalidCommand if the text is too long.
    """
    most = 4 * LARGEST_DECK
    data = read_input(most + 1) if name == STANDARD_INPUT else bytes_of(name, most)
    text = decoded(data, INPUT if name == STANDARD_INPUT else name)
    check_size(text)
    return "\n".join(line.partition("#")[0] for line in text.splitlines())


def read_input(most: int) -> bytes:
    """Return at most `most` bytes of standard input; raises an OSError that names the stream."""
    if sys.stdin is None:
        return b""
    try:
        return sys.stdin.buffer.read(most)
    except OSError as error:
        raise OSError(error.errno, error.strerror, INPUT) from None


def check_size(deck: str) -> None:
    if len(deck) > LARGEST_DECK:
        raise InvalidCommand(f"the deck is longer than {LARGEST_DECK} characters")


def _word(name: str, *words: str) -> Values:
    """Return the arguments for a click.Option whose value is one of these words."""
    word = Word(name, *words)
    return {"type": ArgumentType(word), "metavar": f"[{word.form}]"}


# fmt: off
PLAYING: Final[Mapping[str, Mapping[str, tuple[str, bool | None | Values]]]] = {
    "Play": {
        "--auto": ("Let the computer play the whole deal, and show the result.",
                   {"is_flag": False, "flag_value": "hint", "is_eager": True}),
        "--auto-up": ("Move safe cards to their foundations after each move, or not.",
                      _word("CARDS", SAFE, "off")),
        "--undo/--no-undo": ("Let moves be taken back, or not.", True),
        "--journal/--no-journal": ("At a terminal, keep the game for 'resume', or not.", True),
        "--keys": ("At a terminal, the keys to play and to slap, such as space,s; two people have "
                   "four keys, such as d,s,j,k.",
                   {"type": ArgumentType(Keys("KEYS")), "metavar": "KEYS"}),
        "--tell-lost/--no-tell-lost":
            ("Say once when the solver finds that the game is lost; that counts as a hint.", False),
        "--utc/--no-utc": ("Use the date in UTC, for people in different time zones, or the local "
                           "date (default).", None),
    },
    "Look": {
        "--cards": ("Show cards as 10D, as 10♦ (default where possible), in words, or with a color "
                    "for each suit.", _word("CARDS", *CHOICES)),
        "--color/--no-color":
            ("Show red cards in red, or not (default: if the terminal can).", None),
        "--large/--no-large": ("Show large cards, or not; there are none in Clock and Mod10 "
                               "(default: from 100 columns and 36 lines on).", None),
        "--scroll/--no-scroll":
            ("Show each board below the last one, or always at the top of the terminal.", False),
        "--timer/--no-timer":
            ("At a terminal, show how long a patience has taken, or not.", True),
        "--points/--no-points": ("Show the points that moves bring, or not (default: at a "
                                 "terminal, except in Klondike).", None),
        "--mouse/--no-mouse": ("At a terminal, let the mouse point at cards, always or never "
                               "(default: from the first arrow key until Escape; in Slap always).",
                               None),
    },
    "Scripts": {
        "--echo": ("Write commands and errors to standard output, between the boards.", False),
        "--strict": ("Stop at the first error, with exit status 1.", False),
        "--record": ("Record the game as a script, in a file that is new or empty.",
                     {"shell_complete": complete_file, "metavar": "FILE"}),
        "--record-over": ("Let --record replace the contents of its file.", False),
        "--allow-overwrite":
            ("Let 'save' in a piped script replace files and make hidden ones.", False),
    },
}
# fmt: on
"""The options that are the same in every game that has them, under the headings of the help.

Each option has its flags, its help text, and its default. An option that takes a value has other
arguments for click in place of the default.
"""
NAMED: Final = {
    flags.partition("/")[0][2:].replace("-", "_"): (heading, flags, *row)
    for heading, rows in PLAYING.items()
    for flags, row in rows.items()
}
"""The rows of PLAYING by the name of the option, each with its heading."""
