"""Begin a game from its options or from a script.

`set_up` asks a person for options. `setup_of` makes a Setup of options, and `read_setup` makes one
of the first line of a script. `new_session` deals the Setup. `play` makes the text player, plays
the game, and keeps it in the diary. `followed` replays a script.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import command_of, options
from cardgames.cli.options import Deck, Values, error_text
from cardgames.model.cards import Card, Pile, cards_in
from cardgames.model.commands import Argument, Switch, Word, split
from cardgames.model.deal import SEEDS_BELOW, Day
from cardgames.model.errors import (
    CardGameError,
    DeclarationError,
    InvalidCommand,
    KeepingError,
    ScriptError,
    closest,
    printable,
    quoted,
)
from cardgames.model.game import DOLLARS, HUMAN, JOIN, Game, Options, Setup, Spoken, flag, name_of
from cardgames.model.strategy import ADVISER
from cardgames.play.script import Journal, Script, Scripts, check_name
from cardgames.play.session import Recorder, Session, uninterrupted
from cardgames.screen.console import (
    Console,
    Incoming,
    at_terminal,
    capable,
    columns,
    encodes,
    is_terminal,
    screen_size,
)
from cardgames.screen.look import (
    ASCII,
    FOUR_COLOR,
    FOUR_COLORS,
    SIGNS,
    TWO_COLORS,
    UNICODE,
    WORDS,
    Look,
    fitted,
    folded,
)
from cardgames.text import wording
from cardgames.text.commands import rules_text, session_after
from cardgames.text.textplayer import INTERRUPTED, TextPlayer

if TYPE_CHECKING:
    from cardgames.diary.diary import Diary
    from cardgames.diary.keeping import Keeper
    from cardgames.patience.search import Solution

ALL_LEFT: Final = "cardgames.left"
"""The key in a context's `meta` for whether a person left the whole program, or only a game."""
NO_MOVE: Final = "Given up before the first move: this does not count as a game.\n"
_MARK: Final = "# cardgames "
_WRITING: Final = ("--record", "--record-over", "--allow-overwrite")
_NO_DATE: Final = "--seed: a script names its deal by number, not by date: 'options' tells it"
LEAVE: Final = ("quit", "q", "exit", "bye")
HELP: Final = ("help", "h", "?")
FILLERS: Final = "a an and against at computer for ms play the with".split()
"""The words that mean nothing when a person says how to play a game."""


def setup_of(game: type[Game], values: Values) -> Setup:
    """Return the setup of a game with these values of its options; the default seed is random."""
    given, day, seed = values.get("seat") or (), None, values.get("seed")
    if isinstance(seed, Day):
        day, seed = seed, dealt_on(game, seed)[0]
    chosen = options.options_of(game, values)
    joining = [seat for seat, who in given if who == JOIN]
    if joining and values.get("auto", ADVISER) is None and at_terminal():
        chosen = chosen.joined(joining)
    chosen, away = seated_by(game, chosen, given)
    try:
        setup = dealing(game, chosen, seed, values.get("deck"), values.get("microsoft") or 0)
    except InvalidCommand as error:
        error.begin("--")
        raise
    return setup._replace(day=day, away=away)


def dealing(
    game: type[Game], chosen: Options, seed: int | None, deck: "Deck | None", microsoft: int
) -> Setup:
    """Return the setup of a game with these options; the default seed is random.

    The deck is a pile, a board or None. Raises InvalidCommand with a message that begins with
    'deck' or 'microsoft'.
    """
    if microsoft:
        if deck is not None:
            raise InvalidCommand("microsoft names a deal: it cannot be given a deck as well")
        deck = import_module("cardgames.patience.boards").numbered(microsoft)
        seed = microsoft if seed is None else seed
    if deck is not None and hasattr(deck, "deck"):  # it is a board
        try:
            deck = deck.deck(game, chosen)
        except InvalidCommand as error:
            error.begin("microsoft: " if microsoft else "deck: ")
            raise
    return Setup(game, chosen, random_seed() if seed is None else seed, deck, None, (), microsoft)


def dealt_on(game: type[Game], day: Day) -> tuple[int, "Solution | None"]:
    """Return the seed of the game's deal for a day, and a solution of the deal if one is known."""
    from cardgames.patience.search import daily

    return daily(game, day, partial(games.computer, game.name))


def seated_by(
    game: type[Game], chosen: Options, given: Iterable[tuple[int, str]]
) -> tuple[Options, tuple[int, ...]]:
    """Return the options with the levels that --seat names, and the seats of players elsewhere.

    Players elsewhere are programs, and people at other terminals. Raises InvalidCommand.
    """
    away = list[int]()
    for seat, who in given:
        seats = chosen.seats()
        if not 1 <= seat <= len(seats):
            there = f"the seats are 1 to {len(seats)}" if len(seats) > 1 else "the only seat is 1"
            raise InvalidCommand(f"--seat {seat}: {there}")
        if seat in away:
            raise InvalidCommand(f"--seat {seat} is given twice")
        if who in games.strategies(game.name) or who in chosen.levels:
            chosen = chosen.at_level(seat, who)
        elif who != JOIN and len(seats) > 1 and seats[seat - 1] == HUMAN:
            right = "take another seat, or let computers play there"
            raise InvalidCommand(f"--seat {seat}: a person plays there: {right}")
        else:
            away.append(seat)
    return chosen, tuple(sorted(away))


def as_read(setup: Setup) -> str:
    """Say whether the lines of the deck were read as piles, if that is in doubt; else return ''."""
    name, text = click.get_current_context().meta.pop(options.DECK, ("", ""))
    with suppress(InvalidCommand):
        board = text and import_module("cardgames.patience.boards").read(text, setup.game)
        if board and board.guessed:
            return f"{printable(name)} is read as a board: each line is a pile.\n"
        lines = [setup.game.read_deck(line) for line in text.splitlines() if line.strip()]
        if setup.deck == tuple(chain(*lines))[::-1] and _like_piles(lines, setup.dealt().places()):
            how = "is read in dealing order, line after line; its lines are not piles"
            return f"{printable(name)} {how}.\n"
    return ""


def _like_piles(lines: Sequence[Pile], places: Iterable[object]) -> bool:
    """Do the lines fit the piles of a position in length, but have different cards?

    A line may also have cards of the position that lie in no pile.
    """
    single = sum(isinstance(place, Card) for place in places)
    for place in places:
        groups = place if isinstance(place, tuple) else ()
        piles = [cards for pile in groups if (cards := cards_in(pile))]
        for first in range(len(lines) - len(piles) + 1):
            pairs = [*zip(lines[first:], piles)]
            more = [len(line) - len(pile) for line, pile in pairs]
            if min(more, default=-1) >= 0 and sum(more) <= single and max(map(len, piles)) > 1:
                if any(sorted(line, key=str) != sorted(pile, key=str) for line, pile in pairs):
                    return True
    return False


def random_seed() -> int:
    """Return a random seed that is short enough to type."""
    return int.from_bytes(os.urandom(6), "big") % SEEDS_BELOW


def read_setup(remark: str) -> Setup:
    """Return the setup that a script's first remark describes; raises CardGameError."""
    if not remark.startswith(_MARK):
        raise ScriptError(f"a script begins with a remark such as '{_MARK}GAME --seed 42'")
    if len(remark) > options.LARGEST_DECK:
        raise ScriptError(f"the first remark is longer than {options.LARGEST_DECK} characters")
    try:
        name, *words = shlex.split(remark.removeprefix(_MARK)) or [""]
        game = games.model(name)
    except DeclarationError as error:
        raise ScriptError(str(error)) from None
    except (KeyError, ValueError):
        known = "; if it is in a file, name it with --game FILE"
        dealt = quoted(remark.removeprefix("# "))
        raise ScriptError(f"no game is dealt by {dealt}{known}") from None
    values = _values(game, words)
    if not values.keys() & {"seed", "deck", "microsoft"}:
        raise ScriptError("the first remark must name the deal, with --seed or --deck")
    if isinstance(values.get("seed"), Day):
        raise ScriptError(_NO_DATE)
    variant = game.options_type.variants.get(values.get("variant", ""), {})
    unnamed = {declared.name: declared.default for declared in game.options_type.declared()}
    setup = setup_of(game, {**unnamed, **variant, **values})
    setup.dealt()  # raises InvalidCommand if the values do not agree
    return setup


SCRIPTS: Final = Scripts(read_setup)
"""Reads and writes the scripts of all games."""


def _values(game: type[Game], words: list[str]) -> Values:
    """Return the values that words set for the options of the deal; raises ScriptError.

    The options for playing and showing a game are skipped, with their values.
    """
    deciding = options.by_flag(options.deal_options(game))
    showing = options.by_flag(options.playing_options(*options.PLAYED, "keys", "auto_up", "points"))
    values, waiting = dict[str, Any](), words[::-1]
    while waiting:
        flag, equals, word = waiting.pop().partition("=")
        if flag == "--seat":  # it may be repeated, and must not run a command
            seat, _, who = (word or (waiting.pop() if waiting else "")).partition("=")
            if who != JOIN or not (seat.isascii() and seat.isdecimal() and len(seat) < 3):
                raise ScriptError(f"--seat: a script starts no program, and names --seat N={JOIN}")
            values["seat"] = (*values.get("seat", ()), (int(seat), JOIN))
            continue
        option = deciding.get(flag) or showing.get(flag)
        if flag in _WRITING:
            raise ScriptError(f"{flag} cannot stand in a script: it writes files")
        if option is None:
            meant = closest(flag.strip("-"), [name.strip("-") for name in deciding])
            advice = f" (did you mean --{meant}?)" if meant else ""
            raise ScriptError(f"no such option: {quoted(flag)}{advice}")
        if waiting and not (equals or option.is_flag):
            if flag in deciding or not waiting[-1].startswith("-"):
                equals, word = "=", waiting.pop()
        if flag not in deciding:
            continue
        if option.is_flag and not equals:
            values[str(option.name)] = flag in option.opts
            continue
        if option.is_flag or not equals:
            raise ScriptError(f"{flag} {'takes no' if option.is_flag else 'needs a'} value")
        try:
            values[str(option.name)] = options.argument(option).parse(word)
        except InvalidCommand as error:
            no_file = "; a script names no file" * isinstance(option.type, options.DeckType)
            raise ScriptError(f"{flag}: {error}{no_file}") from None
    return values


def play(
    session: Session,
    values: Values,
    message: str = "",
    keeper: "Keeper | None" = None,
    others: Callable[[TextPlayer[Game]], AbstractContextManager[object]] | None = None,
) -> int:
    """Play the game of a session as the options say; return the exit status.

    The message is shown with the first board. A game that a person plays at a terminal is kept in
    the diary. A resumed game has a keeper for this; another game gets a new keeper. The function
    `others` seats the players elsewhere while the game lasts. For the menu, ALL_LEFT in the `meta`
    of click's context says whether the person has left the program.
    """
    ctx, resumed, computer = click.get_current_context(), keeper is not None, values.get("auto")
    here = {*session.setup.options.people()} - {*session.setup.away}
    if computer is None and at_terminal():
        from cardgames.diary.keeping import Keeper

        if not resumed and here and (diary := own_diary()):
            keeper = Keeper(diary, only_ends=not values["journal"])
    player = new_player(session, values, keeper=keeper)
    note_idle(ctx, values, player.look)
    if keeper is not None:
        player.account = partial(account, keeper)
        player.wishes.clock = keeper.seconds if values.get("timer", True) else None
    look, typed = player.look, values["large"] and options.is_typed(ctx, "large")
    if typed and look.notes and not look.spoken and not look.has_room(*player.large):
        needs = "{} columns and {} lines".format(*player.large)
        player.screen.remark(f"The cards are small: large ones need {needs}.\n")
    player.screen.remark(ctx.meta.pop(options.WARNING, "") + message)
    # The others sit down last: from then on they get messages, and must be let go at the end.
    with others(player) if others else nullcontext():
        if computer is not None:
            return player.play_deal(computer)
        if resumed:
            player.welcome_back()
        player.elsewhere = partial(ctx.obj, game=player.game.name)
        status = player.play()
    ctx.meta[ALL_LEFT] = player.input_ended or status == INTERRUPTED
    return status


def note_idle(ctx: click.Context, values: Values, look: Look) -> None:
    """Say which typed options do nothing, because a standard stream is not a terminal."""
    idle = []
    if not at_terminal():
        # What --no-journal and --scroll ask for happens here anyway.
        idle += ["keys", *[name for name in ("journal", "tell_lost") if values.get(name)]]
        idle += [*["scroll"] * (not values.get("scroll")), "mouse"]
        idle += ["timer"] * bool(values.get("timer"))
    if not is_terminal(sys.stdout):
        idle += ["large"] * bool(values["large"])
        idle += ["cards"] * (values["cards"] == FOUR_COLOR and not look.color)
    options.note_idle(ctx, idle, "without a terminal")


def own_diary() -> "Diary | None":
    """Return the diary of the person at the terminal; None if the person keeps no diary."""
    from cardgames.cli.settings import diary_file, state_folder
    from cardgames.diary.diary import Diary

    file = diary_file()
    if file is None:
        return None
    with suppress(OSError):
        os.chmod(state_folder(), 0o700)
    return Diary(file, lambda line: click.echo(printable(line), err=True), replayed)


def account(keeper: "Keeper", session: Session) -> tuple[int | None, str]:
    """Keep a game that has ended; return its seconds, and a comparison with earlier games.

    If no move was made, return None and a message that the game does not count.
    """
    from cardgames.diary.figures import standing_text  # only an ended game needs it

    with uninterrupted():
        sitting, standing = keeper.follow(session), ""
    with suppress(KeepingError):  # The next write to the diary reports the error.
        if sitting.result.id and not sitting.lost:
            standing = standing_text(sitting.result, keeper.diary)
        elif not sitting.result.id and not session.moves_made:
            return None, NO_MOVE
    return sitting.result.seconds, standing


def new_player(
    session: Session,
    values: Values,
    script: Iterable[str] | None = None,
    keeper: Recorder | None = None,
) -> TextPlayer[Game]:
    """Return a text player for the session. It reads the script (default: standard input).

    With a script, only --allow-overwrite and the options in SHOWN count. The keeper, if there is
    one, records the game; with --record, a Journal records it, too.
    """
    console: Console
    look = look_for(values["cards"], values["color"], values.get("large"))
    if script is not None:
        shown = (*options.SHOWN, "allow_overwrite")
        values = {name: values[name] for name in shown if name in values}
        console = Console(script, quiet=False, echo=True)
    elif is_terminal(sys.stdin):
        from cardgames.screen.live import LiveConsole

        console = LiveConsole(  # No word is completed before `player` is set below.
            lambda before, start: player.commands.complete(before, start),
            in_place=look.style != WORDS and not values.get("scroll", False),
        )
    elif sys.stdin is None:
        console = Console(quiet=False, echo=values.get("echo", False))
    else:
        lines = Incoming(sys.stdin.buffer)
        # Input that can be read again from its start is a file, so nobody waits for the output.
        how: Values = {"held": True} if sys.stdin.seekable() else {"at_hand": lines.at_hand}
        console = Console(lines, quiet=False, echo=values.get("echo", False), **how)
    recorders = [] if keeper is None else [keeper]
    if (name := values.get("record")) is not None:
        check_name(name)
        recorders.insert(0, Journal(name, values["record_over"]))
    elif values.get("record_over"):
        raise click.UsageError("--record-over says what becomes of FILE: it needs --record FILE")
    # A script from somebody else must not replace files of the person who runs it.
    guarded = not (console.interactive or values.get("allow_overwrite", False))
    scripts = Scripts(read_setup, only_own=True) if guarded else SCRIPTS
    made = games.player(session.game.name)
    player = made(session, console, look, scripts, values["strict"], recorders)
    player.console.mouse = values.get("mouse")
    if console.in_place and not session.game.clockwork:
        player.console.find_hand = lambda: import_module("cardgames.hand.hand").hand_at(player)
    player.wishes.safe_go_up = values.get("auto_up") == options.SAFE
    wanted, usual = values.get("points"), session.game.score_unit != DOLLARS
    player.wishes.points = usual and console.interactive if wanted is None else wanted
    player.wishes.own_keys = values.get("keys") or ()
    if not values.get("undo", True):
        # In a pipe only a typed --no-undo counts, so old scripts keep their meaning.
        typed = console.interactive or options.is_typed(click.get_current_context(), "undo")
        player.wishes.may_undo = not typed
    if console.interactive:
        player.wishes.tell_lost = values.get("tell_lost", False)
        if level := options.level_wanted(values):
            solve = partial(import_module, "cardgames.cli.solve")  # the start is faster without it
            player.next_seed = lambda setup: solve().next_seed(level, setup)
    return player


def as_played(game: str, ctx: click.Context) -> Values:
    """Return the values of the options with which a person plays a game ('': any game).

    Options given to the present command override the settings and environment variables for the
    game. Without a terminal, only the options given to the present command count.
    """
    if not is_terminal(sys.stdin):
        return ctx.params
    root, given = ctx.find_root(), (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    typed = {n: value for n, value in ctx.params.items() if ctx.get_parameter_source(n) in given}
    command = command_of(root, game or games.NAMES[0])
    with command.make_context(game, [], parent=root) as begun:
        return {**begun.params, "auto": None, **typed}


def new_session(setup: Setup) -> Session:
    return Session(setup, partial(games.computer, setup.game.name))


def script_of(deal: str, lines: Iterable[str], name: str) -> Script:
    """Return the script that has these lines after its command line; raises ScriptError."""
    return SCRIPTS.parse("\n".join([f"# {deal}", *lines, ""]).encode(), name)


def replayed(deal: str, log: str) -> Session:
    """Return the session after the log of a game in the diary; raises ScriptError."""
    return followed(script_of(deal, [log], "the game"))


def followed(script: Script) -> Session:
    """Return the session at the end of a script; raises ScriptError."""
    return session_after(player_of(new_session(script.setup)), script)


def player_of(
    session: Session, console: Console | None = None, look: Look | None = None
) -> TextPlayer[Game]:
    """Return a text player that reads from no terminal, and records nothing."""
    made = games.player(session.game.name)
    return made(session, console or Console(), look or Look(), SCRIPTS)


def look_for(cards: str | None, color: bool | None, large: bool | None = None) -> Look:
    terminal = is_terminal(sys.stdout)
    able = terminal and capable()
    if cards == UNICODE and not encodes(SIGNS):
        raise click.UsageError("standard output has no suit symbols: use --cards ascii")
    suits = FOUR_COLORS if cards == FOUR_COLOR else TWO_COLORS
    if cards in (None, FOUR_COLOR):
        cards = UNICODE if able and encodes(SIGNS) else ASCII
    if color is None:
        color = bool(able or os.environ.get("FORCE_COLOR")) and not os.environ.get("NO_COLOR")
    width = columns() if terminal else 80
    look = Look(cards or ASCII, color, terminal, width, suits)
    look.large, look.lines = large, screen_size().lines
    return look


# What is asked before a game with people.


def is_unsaid(ctx: click.Context, game: type[Game]) -> bool:
    """Do the deal and its rules come only from defaults, and not from options or settings?"""
    sources = [ctx.get_parameter_source(str(each.name)) for each in options.deal_options(game)]
    return {*sources} <= {None, ParameterSource.DEFAULT}


def set_up(ctx: click.Context, game: type[Game]) -> Values:
    """Ask a person how to play the game; return the values of the options in the answer.

    Return {} without asking if options are given, or if the game has no words for its options.
    Raises click's Exit if the person leaves.
    """
    spoken, given = game.options_type.spoken, ctx.params.get("seat") or ()
    hosts = any(who == JOIN for _, who in given)
    if spoken is None or hosts or not is_unsaid(ctx, game):
        return {}
    from cardgames.screen.terminal import TerminalConsole

    usual, question = "play", f"{spoken.question}\n"
    known = f"Say any of these, such as {spoken.example}, or 'rules'. Ctrl-D leaves.\n\n"
    arguments = arguments_of(game.options_type)
    values = [value for name in spoken.alone for value in arguments[name].completions("")]
    words = [*arguments, *values, "people"]
    console = TerminalConsole(lambda before, start: [w for w in words if w.startswith(start)])
    with suppress(CardGameError, click.ClickException):
        if (kept := own_diary()) and (played := kept.last(game.name)):
            named, last = _options_of(ctx, split(played.deal)[2:])
            seated_by(game, last, given)  # raises if they do not fit
            away = [seat for seat, _ in named.get("seat", ()) if seat in last.people()]
            told = [f"{name_of(last, seat)} at another terminal" for seat in away]
            if chosen := ", ".join([*last.in_words(), *told]):
                usual = " ".join(last.words(forever=True, seated=True))
                usual += "".join([f" --seat {seat}={JOIN}" for seat in away])
                as_last = f"Enter to play as last time ({chosen});"
                question = as_last + question.partition(";")[2]
    console.say(fitted(folded(question), columns()))
    prompt, interrupted = f"such as {spoken.example}> ", False
    while True:
        try:
            line = console.read(prompt, usual) or LEAVE[0]
            interrupted = False
            if line.lower() in LEAVE:
                break
            if line.lower() in HELP:
                console.say(fitted(known + wording.options_text(game), columns()))
            elif line.lower() == "rules":
                console.page(fitted(rules_text(game), columns()))
            else:
                return _options_of(ctx, said(game.options_type, line))[0]
        except KeyboardInterrupt:  # The first Ctrl-C drops the line, a second one leaves.
            console.end_line()
            if interrupted and not console.has_begun_line():
                raise
            interrupted = True
            console.note(wording.LEAVES)
        except click.exceptions.Exit:  # raised after the help of the command
            pass
        except (click.ClickException, CardGameError) as error:
            elsewhere = isinstance(error, CardGameError) and ctx.obj(line.split())
            console.note(error_text(elsewhere or error))
            console.say(fitted(folded(question), columns()))
    raise click.exceptions.Exit(0)


def _options_of(ctx: click.Context, words: list[str]) -> tuple[Values, Options]:
    """Return the values of the options in `words`, and the Options of the game with these values.

    Raises ClickException, or InvalidCommand if the values do not agree.
    """
    game = games.model(str(ctx.command.name))
    sources = ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP  # typed; variants, settings
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        given = [name for name in typed.params if typed.get_parameter_source(name) in sources]
        values = {name: typed.params[name] for name in given}
    return values, options.options_of(game, options.with_defaults(game, typed.params))


def said(kind: type[Options], line: str) -> list[str]:
    """Return the command-line options for a line such as '4 hard'; raises InvalidCommand.

    Words from the first dash on are not changed.
    """
    spoken, given = kind.spoken, dict[str, str]()
    assert spoken is not None
    if dash := re.search(r"(?<!\S)-", line):
        return [*said(kind, line[: dash.start()]), *split(line[dash.start() :])]
    for form, (name, value) in spoken.forms.items():
        while found := re.search(rf"(?<![^\s,;])(?:{form})(?![^\s,;])", line, re.I):
            given[found.expand(name)] = found.expand(value)
            line = f"{line[: found.start()]} {line[found.end() :]}"
    words = [word for word in re.split(r"[\s;]+|,(?=\s|$)", line) if word.lower() not in FILLERS]
    known = arguments_of(kind)
    words = [*filter(None, reversed(words))]
    while words:
        name, value = _next(known, spoken, words)
        if name in given and not known[name].listed:
            raise InvalidCommand(f"{name} is named twice: say it once, as in {spoken.example}")
        given[name] = f"{given[name]},{value}" if name in given else value
    pairs = kind.agreed(given).items()
    return [word for name, value in pairs for word in (f"--{name}", value) if word]


def _next(known: Mapping[str, Argument], spoken: Spoken, words: list[str]) -> tuple[str, str]:
    """Remove the next words from the list; return the known option that they set, and its value.

    The words are in reverse order.
    """
    typed = words.pop()
    if (word := typed.lower()) in known:
        if isinstance(known[word], Switch):
            return word, ""
        if not words:
            raise InvalidCommand(f"{word} needs a value: type {spoken.example}")
        return word, words.pop()
    if word.isdecimal() and spoken.number:
        return spoken.number, word
    for name in spoken.alone:
        if word in known[name].completions("") and word not in ("any", "none"):
            return name, word
    if "," not in word:
        raise InvalidCommand(f"{quoted(typed)} is not understood: type {spoken.example}")
    words += typed.split(",")[::-1]
    return _next(known, spoken, words)


def arguments_of(kind: type[Options]) -> dict[str, Argument]:
    found = {flag(one)[2:]: one.metadata["argument"] for one in kind.declared()}
    return found | ({"variant": Word("VARIANT", *kind.variants)} if kind.variants else {})
