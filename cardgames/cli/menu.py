"""The menu at a terminal, and the commands `help` and `rules`.

Any words that can follow `cardgames` in the shell can be typed in the menu, too.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import ShellComplete

from cardgames import games
from cardgames.cli import command_of, group, look_before, options, settings
from cardgames.cli.diary import Pending, for_menu
from cardgames.cli.options import error_text
from cardgames.cli.playing import ALL_LEFT, HELP, LEAVE, as_played, is_unsaid, look_for
from cardgames.games import letters
from cardgames.model.commands import split
from cardgames.model.errors import CardGameError, InvalidCommand, KeepingError, did_you_mean, quoted
from cardgames.model.strategy import SOLVER
from cardgames.screen.console import at_terminal, columns, encodes, screen_size
from cardgames.screen.look import WORDS, Look, fitted, folded
from cardgames.screen.terminal import TerminalConsole
from cardgames.text.commands import FileName, rules_text
from cardgames.text.textplayer import INTERRUPTED

if TYPE_CHECKING:
    from cardgames.hand.hand import Pointer

MENU: Final = "menu"  # the word that shows the menu again
HELP_TEXT: Final = """\
  2, klondike, kl    play a game: by its number, its name or the beginning of it
  cells, two packs   show the games that these words describe
  klondike --draw 1  options may follow; 'klondike --help' lists them
  rules klondike     show the rules of a game
  help look          explain a topic; these are the topics:
                     {}
  {}
  Enter              {}
  quit, q, Ctrl-D    leave; 'quit' leaves a game, too
"""
ALSO: Final = "Also: today, resume, stats, rules GAME, config, help; q leaves.\n"
SEARCHING: Final = "Words such as 'cells' or 'two packs' find the games that they describe.\n"
DOTS: Final = "Which game?  {} marks those that you have won."
SHORTEST: Final = 3  # the least number of letters that are searched for
BOUND: Final = "\xa0"  # the no-break space between a game's number and its title
NUMBERED: Final = re.compile(rf" (\d+){BOUND}(?!more$)[^,]+")  # matches a game in a shared line


class Menu:
    """Lets a person choose games and other commands, one after the other."""

    def __init__(self, ctx: click.Context) -> None:
        self._ctx, self._group = ctx, group(ctx)
        self._commands = self._group.list_commands(ctx)
        self._names = sorted({*self._commands, HELP[0], LEAVE[0], MENU})
        """The words that a line can begin with, in full or abbreviated."""
        self._enter = MENU
        self._rows = games.every()
        self._found = ""  # the only game that the last search has found
        self._typed = ""  # the text that the games in the list match
        self._diary: tuple[dict[str, str], Pending | None, str] = {}, None, ""

    def run(self) -> int:
        """Run the menu until the person leaves; return the exit status."""
        self._set_console()
        self._show()
        interrupted = False
        while True:
            try:
                line = self._console.read("Number or name> ", self._found or self._enter)
                interrupted, self._found = False, ""
                status = 0 if line is None else self._do(line)
                if status is not None:
                    return status
            except (KeyboardInterrupt, click.Abort):
                self._console.end_line()
                if interrupted and not self._console.has_begun_line():
                    return INTERRUPTED
                interrupted = True
                if self._typed:  # show all games again
                    self._typed = ""
                    self._console.on_resize()
                self._console.warn("Ctrl-C again leaves.\n")
            except click.exceptions.Exit:  # raised after the help of a command
                pass
            except (click.ClickException, CardGameError) as error:
                self._console.note(error_text(error))

    def _set_console(self) -> None:
        self._console = console = TerminalConsole(self._complete)
        console.find_hand, console.at_board = self._hand, True
        console.mouse = self._ctx.params.get("mouse")
        console.on_text = self._narrow

    def _hand(self) -> "Pointer | None":
        """Return a pointer that picks games with arrows or the mouse.

        Return None if cards are shown in words.
        """
        values = as_played("", self._ctx)
        if values["cards"] == WORDS:
            return None
        look, self._console.mouse = look_for(None, values["color"]), values["mouse"]
        hand = import_module("cardgames.hand.hand")
        found: Pointer = hand.hand_at_menu(self._console, look, self._text)
        return found

    def _narrow(self, typed: str) -> None:
        """Show only the games that the text describes; if it describes none, show all games."""
        narrowed = typed if self._described(typed) else ""
        if narrowed == self._typed:
            return
        console, self._typed = self._console, narrowed
        if console.hand is None:
            console.hand = self._hand()
        if console.hand is None:  # nothing is painted, since cards are shown in words
            console.on_text, self._typed = None, ""
            return
        console.on_resize()
        console.paint()

    def _described(self, typed: str) -> list[games.Listing]:
        """Return the games that the text describes; the name of a game describes only that game."""
        first = typed.lower().split(" ")[0]
        if not letters(typed) or first.isdecimal() or first in (*self._names, *HELP, *LEAVE):
            return [game for game in self._rows if game.name == first]
        return games.searched(typed, self._rows)

    def _show(self) -> None:
        self._typed, self._diary = "", for_menu()
        (self._console.show if self._console.in_place else self._console.say)(self._text())
        for fault in games.faults():
            self._console.note(f"{fitted(fault, columns())}\n")

    def _text(self, look: Look | None = None) -> str:
        (results, unfinished, last), size = self._diary, screen_size()
        self._rows = games.every()
        known = {game.name: game.title for game in self._rows}
        again = "" if unfinished else known.get(last, "")
        self._enter = unfinished.command if unfinished else last if again else MENU
        lines = size.lines - self._console.in_place  # a board leaves a line for messages
        whole = menu_text(results, unfinished, size.columns, lines, self._rows, again, look)
        if not (self._typed and (found := self._described(self._typed))):
            return whole
        rows, height = [f"'{self._typed}':", ""], whole.count("\n")
        rows += listed(found, self._rows, results, size.columns, height - 4, look)
        rows += ["", f"Enter plays {found[0].title}."] if len(found) == 1 else []
        return "\n".join([*rows, *[""] * (height - len(rows)), ""])

    def _do(self, line: str) -> int | None:
        """Carry out a line; return the exit status if the person leaves, else None."""
        plain = letters(line)
        titled = next((game.name for game in self._rows if letters(game.title) == plain), "")
        answer, *words = [titled] if titled else split(line.removeprefix("cardgames "))
        try:
            name = self._named(answer.lower())
        except InvalidCommand:
            found = self._described(line)
            if self._typed != line or not found:
                if not self._search(line):
                    raise
                return None
            if len(found) > 1:
                self._console.say("Type the number of one of them, or more letters.\n")
                return None
            name = found[0].name
        if name in LEAVE:
            return 0
        if name in HELP and words:
            return self._carry_out(HELP[0], words)
        if name in HELP:
            known = {*[game.name for game in self._rows], "rules", HELP[0]}
            others = ", ".join(sorted({*self._commands} - known))
            enter = "show the menu again" if self._enter == MENU else "do what the menu says"
            text = HELP_TEXT.format(", ".join(topics()), f"{others}: as in the shell", enter)
            self._console.say(fitted(folded(text), columns()))
        elif name == MENU:
            self._console.say("\n")
            self._show()
        else:
            return self._carry_out(name, words)
        return None

    def _carry_out(self, name: str, words: list[str]) -> int | None:
        """Carry out a command; return the exit status if the person leaves, else None."""
        command = command_of(self._ctx, name)
        if isinstance(command, click.Group) and not words:
            words = ["--help"]
        words = [*look_before(self._ctx, command), *words]
        self._console.end()
        self._ctx.meta[ALL_LEFT] = None
        try:
            with command.make_context(name, words, parent=self._ctx) as chosen:
                if name in games.ASKED and not asked_once(chosen, self._console):
                    raise click.exceptions.Exit(0)
                status: int = command.invoke(chosen)
        finally:  # The game had its own console: set up the menu's again.
            self._set_console()
        left = self._ctx.meta[ALL_LEFT]
        if left:
            return status
        # A game has covered the menu. Other commands leave it on the screen, above their output.
        if left is not None or name in [game.name for game in self._rows]:
            self._console.say("\n")
            self._show()
        return None

    def _named(self, answer: str) -> str:
        """Return the command, or word of the menu, that an answer means; raises InvalidCommand."""
        rows = self._rows
        if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:3]) <= len(rows):
            return rows[int(answer[:3]) - 1].name
        if answer in (*self._names, *LEAVE, *HELP):
            return answer
        for names in ([game.name for game in rows], self._names):
            begun = [name for name in names if name.startswith(answer)]
            if len(begun) == 1:
                return begun[0]
        if begun:
            which = " or ".join([", ".join(begun[:-1]), begun[-1]])
            raise InvalidCommand(f"{quoted(answer)} could be {which}")
        raise games.unknown(answer, self._names, ": help lists them")

    def _search(self, text: str) -> bool:
        """Show the games that the text describes; return whether there are any."""
        found = games.searched(text, self._rows) if len(letters(text)) >= SHORTEST else []
        if not found or text.isdecimal():
            return False
        size = screen_size()
        lines = listed(found, self._rows, self._diary[0], size.columns, size.lines - 2)
        if len(found) == 1:
            self._found = found[0].name
            lines.append(f"Enter plays {found[0].title}.")
        self._console.say("\n".join(lines) + "\n")
        return True

    def _complete(self, before: str, start: str) -> list[str]:
        typed = before.split()
        if not typed:
            return [name for name in self._names if name.startswith(start.lower())]
        try:
            name = self._named(typed[0].lower())
        except InvalidCommand:
            return []
        shell = ShellComplete(self._group, {}, "cardgames", "")
        found = shell.get_completions([name, *typed[1:]], start)
        if [item.type for item in found] == ["file"]:
            return list(FileName("FILE").completions(start))
        return [item.value for item in found]


def asked_once(ctx: click.Context, console: TerminalConsole) -> bool:
    """Ask how to play a game, unless an option says so; return False if the person leaves.

    The answer is kept as a setting. If an answer is not understood, say why, and ask again.
    """
    game = games.model(str(ctx.command.name))
    option, question = games.ASKED[game.name]
    if not is_unsaid(ctx, game):
        return True
    console.at_board, usual = False, str(ctx.params[option])
    while True:
        line = console.read(f"{game.title()}: {question}? (Enter: {usual}) ", usual)
        words = (line or LEAVE[0]).lower().split()[:1]
        if words[0] in LEAVE:
            return False
        try:
            setting = settings.parse([game.name, option, *words])
            break
        except InvalidCommand as error:
            console.note(error_text(error))
    ctx.params[option] = setting.value
    console.end()
    with suppress(KeepingError):
        settings.keep(setting)
        kept = f"Kept: 'cardgames config --unset {game.name} {option}' lets you be asked again.\n"
        ctx.meta[options.WARNING] = ctx.meta.get(options.WARNING, "") + kept
    return True


def menu_text(
    records: Mapping[str, str],
    unfinished: Pending | None,
    width: int,
    height: int = 24,
    rows: Sequence[games.Listing] | None = None,
    again: str = "",
    look: Look | None = None,
) -> str:
    """Return the menu of these games (default: all) for a screen of this width and height.

    Each game has a line; on a low screen, the games of a family share lines. The records map each
    game's name to its results. The menu says what Enter does: it resumes the unfinished game or, if
    there is none, plays the game with the title `again`. The look marks the games as spots.
    """
    rows = rows or games.every()
    lines = ["Which game?", ""]
    if unfinished:
        typed = {"Enter": f"go on with {unfinished.about}"}
        if unfinished.others:
            typed["resume --list"] = f"show all {unfinished.others + 1} unfinished games"
        wide = max(map(len, typed))
        shown = "".join(f"  {one:<{wide}}  {what}\n" for one, what in typed.items())
        lines += [*fitted(folded(shown), width).splitlines(), ""]
    elif again:
        lines += [f"  Enter  play {again} again", ""]
    also = fitted(ALSO, width).splitlines()
    searching = fitted(SEARCHING, width).splitlines()
    if len(rows) < height - 1 - len(lines) - len(also):
        searching = []
    bare = [*filter(None, lines)]
    # If not all games fit, leave out the blank lines and the words on searching. If that is still
    # not enough, keep the words, as some games are left out.
    frames = (lines, ["", *searching, *also]), (bare, also), (bare, ["", *searching, *also])
    for head, end in frames:
        room = height - 1 - len(head) - len(end)
        body = listed(rows, rows, records, width, room, look)
        if len(body) <= room and not any(line.endswith(" more") for line in body):
            break
    if width > len(DOTS) and any(mark() in line for line in body):
        head[0] = DOTS.format(mark())
    return "\n".join([*head, *body, *end, ""])


def listed(
    found: Sequence[games.Listing],
    rows: Sequence[games.Listing],
    records: Mapping[str, str],
    width: int,
    room: int,
    look: Look | None = None,
) -> list[str]:
    """Return the lines that list the games found: one for each game, if there is room.

    Otherwise, the games of a family share lines. If there are still too many lines, the longest
    families get fewer lines, and their last games are only counted.
    """
    numbers = {game.name: number for number, game in enumerate(rows, 1)}
    if len(found) <= room:
        return _table(found, numbers, records, width, look or Look())
    families = {
        family: [
            f"{numbers[game.name]} {game.title}{mark() * is_won(records.get(game.name, ''))}"
            .replace(" ", BOUND)
            for game in members
        ]
        for family, members in games.families(found).items()
    }
    for most in range(max(room, 1), 0, -1):
        parts = [_family(family, named, width, most) for family, named in families.items()]
        if (left := room - sum(map(len, parts))) >= 0:
            break
    for at, (family, named) in enumerate(families.items()):  # give out the lines that are left
        longer = _family(family, named, width, most + 1)
        if len(longer) - len(parts[at]) <= left:
            left -= len(longer) - len(parts[at])
            parts[at] = longer
    as_spots = partial(NUMBERED.sub, lambda one: (look or Look()).spot(one[0], 0, int(one[1])))
    return [as_spots(line).replace(BOUND, " ") for part in parts for line in part]


def _family(family: str, named: Sequence[str], width: int, most: int) -> list[str]:
    """Return at most `most` lines for a family; more only if its name and a count need them."""
    rest, shown = list[str](), len(named)
    while True:
        text = f"  {family}: {', '.join([*named[:shown], *rest])}"
        lines = wrap(text, max(1, width - 1), subsequent_indent=" " * 4)
        if len(lines) <= most or not shown:
            return lines
        # each game but the last is followed by a comma
        shown = min(shown - 1, "".join(lines[:most]).count(","))
        rest = [f"{len(named) - shown}{BOUND}more"]


def _table(
    found: Sequence[games.Listing],
    numbers: Mapping[str, int],
    records: Mapping[str, str],
    width: int,
    look: Look,
) -> list[str]:
    title = max(len(game.title) for game in found)
    right = max(len(records.get(game.name, "")) for game in found)
    room = width - len("  1    ") - title - (right + 3 if right else 1)
    abouts = []
    for about in [game.about for game in found]:
        # On a narrow screen, a description is cut off at a colon or comma before a word.
        ends = [len(about), *(found.start() for found in re.finditer("[:,] (?=[a-z])", about))]
        abouts.append(about[: max([end for end in ends if end <= room], default=0)])
    longest = max(map(len, abouts))
    return [
        look.spot(f"{numbers[game.name]:>3}  {game.title:<{title}}", 0, numbers[game.name])
        + f"  {about:<{longest}}  {records.get(game.name, '')}".rstrip()
        for game, about in zip(found, abouts)
    ]


def mark() -> str:
    """Return the sign that follows the title of a game that the person has won."""
    return "\u2022" if encodes("\u2022") else "*"


def is_won(record: str) -> bool:
    return bool(record) and not record.startswith("won 0 ")


@cache
def topics() -> dict[str, str]:
    """Return the text of each topic by its name. The first line of a text is its title."""
    folder = files("cardgames").joinpath("help")
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}
    return {name.removesuffix(".txt"): texts[name] for name in sorted(texts)}


def elsewhere(ctx: click.Context, words: Sequence[str], game: str = "") -> str:
    """Say where to type words that mean something only outside a game; return '' for other words.

    Such words are a command of the program, `menu`, or `help` with a command or topic. The word
    `cardgames` may come first.
    """
    first, *rest = words[0].lower(), *words[1:]
    name, known = group(ctx).name, [MENU, *group(ctx).list_commands(ctx)]
    if first == name:
        return elsewhere(ctx, rest or [MENU], game)
    solved = not game or SOLVER in games.listing(game).strategies
    if first == "solve" and not solved and rest in ([], [game]):
        return f"there is no solver for {games.listing(game).title}: hint says what to do"
    asked = first
    if first == HELP[0] and rest:
        asked, known = rest[0].lower(), [*known[1:], *topics()]
    if asked not in known:
        return ""
    line = " ".join([first, *rest])
    typed = str(name) if first == MENU else quoted(f"{name} {line}")[1:-1]
    if game in (first, *rest):
        named = games.listing(game).typed
        typed = " ".join([named if word == game else word for word in typed.split(" ")])
    return f"{quoted(line)} is not for this game: quit first, or type it in the shell: {typed}"


def show(text: str) -> None:
    if at_terminal():
        click.echo_via_pager(fitted(text, columns()))
    else:
        click.echo(text, nl=False)


def contents(ctx: click.Context) -> str:
    lists = {
        f"Games: {family.lower()}": {game.name: game.about for game in members}
        for family, members in games.families(games.every()).items()
    }
    named = {game.name for game in games.every()}
    others = [one for one in group(ctx).list_commands(ctx) if one not in named]
    lists |= {
        "Commands, as in 'cardgames stats':": {
            name: command_of(ctx, name).get_short_help_str(60) for name in others
        },
        "Topics, as in 'cardgames help look':": {
            topic: text.partition("\n")[0] for topic, text in topics().items()
        },
    }
    lines = []
    for title, meanings in lists.items():
        width = max(map(len, meanings))
        rows = [f"  {name:<{width}}  {meaning}" for name, meaning in meanings.items()]
        lines += [title, "", *rows, ""]
    lines.append("'cardgames help GAME' shows the rules of a game. In a game, 'help' lists what")
    return "\n".join([*lines, "you can type.\n"])


def explained(ctx: click.Context) -> list[str]:
    """Return the names that `help` explains: the topics, and the program's commands."""
    return sorted({*topics(), *group(ctx).list_commands(ctx)})


def completed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in explained(ctx.find_root()) if name.startswith(incomplete)]


@click.command(short_help="list commands and topics, or explain one")
@click.argument("topic", required=False, shell_complete=completed)
@click.pass_context
def help(ctx: click.Context, /, topic: str | None) -> int:
    """List the commands and topics, or explain one.

    For a game, its rules are shown. At a terminal, a pager shows the text.

    \b
    Examples:
      cardgames help
      cardgames help look
      cardgames help canfield
    """
    root = ctx.find_root()
    if topic is None:
        show(contents(root))
    elif (name := "keys" if topic.lower() == "move" else topic.lower()) in topics():
        show(topics()[name])
    elif game := options.game_of(None, topic):
        show(rules_text(games.model(game)))
    elif name in group(root).list_commands(root):
        command = command_of(root, name)
        with command.make_context(name, [], root, resilient_parsing=True) as chosen:
            show(f"{command.get_help(chosen)}\n")
    else:
        advice = did_you_mean(name, explained(root))
        raise InvalidCommand(f"no help on {quoted(topic)}{advice}")
    return 0


@click.command(short_help="show the rules of a game")
@click.argument("game", metavar="GAME", type=options.GameName())
def rules(game: str) -> int:
    """Show the rules of a game; at a terminal, in a pager.

    \b
    Examples:
      cardgames rules canfield
    """
    show(rules_text(games.model(game)))
    return 0


rules.params.append(options.run_option())
