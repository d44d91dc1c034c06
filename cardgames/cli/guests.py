"""Games in which programs, or people at other terminals, have seats.

The option `--seat` names these players. With the command `join`, a person at another terminal takes
a seat.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import datetime
from functools import partial
from select import select
from socket import socket
from typing import Final, TypeAlias

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.playing import as_played, new_player
from cardgames.cli.settings import state_folder
from cardgames.model.errors import InvalidCommand, did_you_mean, listed, printable, quoted
from cardgames.model.game import HUMAN, JOIN, Game, name_of, title
from cardgames.model.validity import LONGEST_TEXT
from cardgames.play.guest import Guest, Hosting
from cardgames.play.remote import AGAIN, Remote
from cardgames.play.session import Session
from cardgames.screen.console import at_terminal
from cardgames.screen.look import wrapped
from cardgames.seats.program import SECONDS, Bot, checked_seconds, command_words
from cardgames.seats.seat import VERSION, Message, line, message_in
from cardgames.seats.wire import LONGEST, PATIENCE, Door, Table, Wire, connected, tables
from cardgames.text.textplayer import TextPlayer

ADDRESS: Final = re.compile(r"(?:[\w.+-]+@)?[\w.-]+|(?:[\w.+-]+@)?\[[\w:.%]+\]")


Seated: TypeAlias = Callable[[TextPlayer[Game]], AbstractContextManager[None]]
"""A function that gives programs and people elsewhere their seats at a player's table.

They leave the table when the `with` block ends.
"""


def others(session: Session, values: options.Values) -> Seated:
    """Return a function that seats the players whom --seat names; raises click's UsageError."""
    given: Sequence[tuple[int, str]] = values["seat"]
    away = session.setup.away
    named = {seat: who for seat, who in given if seat in away and who != JOIN}
    if values["auto"] is not None and away:
        raise click.UsageError("--auto lets a computer play all seats of people: leave out --seat")
    if len(named) < len(away) and at_terminal():
        if named:
            raise click.UsageError("a program and a person at another terminal cannot both play")
        return partial(_with_people, away)
    game, levels = session.game.name, session.setup.options.levels
    known = [JOIN, *games.strategies(game), *levels] if game in games.JOINED else []
    for seat, who in named.items():
        _check_program(seat, who, known)
    return partial(_with_programs, named, checked_seconds(values["time"] or SECONDS))


def _check_program(seat: int, command: str, known: Sequence[str] = ()) -> None:
    """Raise a click usage error if the command starts no program.

    If the command resembles a known word, the message proposes that word.
    """
    try:
        program = command_words(command)[0]
    except InvalidCommand as error:
        raise click.UsageError(str(error)) from None
    if shutil.which(program):
        return
    otherwise = f": give its command, as in {seat}='python3 mine.py'"
    advice = did_you_mean(command.lower(), known, otherwise)
    raise click.UsageError(f"--seat {seat}: there is no program {quoted(program)}{advice}")


@contextmanager
def _with_programs(
    named: Mapping[int, str], seconds: float, player: TextPlayer[Game]
) -> Iterator[None]:
    """Let programs play in their seats; the player's screen says when a program leaves."""
    session = player.session
    if named and at_terminal() and {*session.setup.options.people()} <= {*named}:
        player.screen.remark("A program plays here: this game is not kept in the diary.\n")
    bots = {seat: Bot(who, seconds) for seat, who in named.items()}
    for seat, bot in bots.items():
        alone = session.seats[seat - 1] == HUMAN
        session.guests[seat] = Guest(session, seat, bot, partial(_left, player, bot, alone))
    try:
        yield
    finally:
        for bot in bots.values():
            bot.close()


def _left(player: TextPlayer[Game], bot: Bot, alone: bool, why: str) -> None:
    told = printable(why if why.startswith(bot.command) else f"{bot.command} {why}")
    stays = "you play on" if alone else "the computer plays on"
    player.screen.remark(wrapped(f"{told}: {stays}."))


# People at several terminals.


def _door(game: str) -> Door:
    """Open a table, and return its door; raises InvalidCommand."""
    reasons = list[str]()
    for folder in _folders():
        try:
            return Door(folder, game)
        except OSError as error:
            reasons.append(f"in {folder}, {error.strerror or error}")
    raise InvalidCommand(f"nobody can come from another terminal: {printable(reasons[0])}")


@contextmanager
def _with_people(seats: Sequence[int], player: TextPlayer[Game]) -> Iterator[None]:
    """Let people at other terminals join the game; raises InvalidCommand if no table can open."""
    session, name = player.session, player.game.name
    try:
        door = _door(name)
    except InvalidCommand:
        for recorder in player.recording.recorders:
            recorder.close(left=False)
        raise
    hosting = Hosting(session, door, seats)
    who = " and ".join(title(session.setup.options, seat) for seat in seats)
    waits = f"{who} can sit down at another terminal, by 'cardgames join {name}'"
    player.screen.remark(wrapped(f"{waits}, or from afar: 'cardgames help table'."))
    said = ""  # if the program is ended, the guests wait for it to come back
    try:
        yield
        said = "the host has closed the table"
    finally:
        hosting.close(said)


def others_again(
    session: Session, given: Sequence[tuple[int, str]], seconds: float | None
) -> Seated:
    """Return a function that seats programs and people elsewhere in a resumed game.

    `given` has the values of --seat. If there are none, ask who plays. A program has to answer
    within `seconds` seconds.
    """
    setup, named = session.setup, dict[int, str]()
    away = [seat for seat in setup.away if seat in session.people]
    programs = [seat for seat in setup.away if seat not in setup.options.people()]
    for seat, who in given:
        if (seat in away) != (who == JOIN) or seat not in (*away, *programs):
            there = [f"--seat {seat}={JOIN}" for seat in away[:1]]
            there += [f"--seat {seat}=COMMAND" for seat in programs[:1]]
            why = next(iter(there), "nobody sat at another terminal")
            raise click.UsageError(f"--seat {seat}={printable(who)}: {why}")
        if seat in programs:
            _check_program(seat, who)
            named[seat] = who
    coming = sorted({seat for seat, who in given if who == JOIN})
    for seat in programs if not given else ():
        asked = f"A program played as {name_of(setup.options, seat)}. Its command"
        enter = f"{asked} (Enter: the computer plays)"
        read = partial(_read_program, seat)
        if who := click.prompt(enter, default="", value_proc=read, show_default=False, err=True):
            named[seat] = who
    for seat in away if not given else ():
        who = title(session.setup.options, seat)
        asked = f"{who} sat at another terminal. Wait there again?"
        if click.confirm(f"{asked} (No: {who} plays here)", default=True, err=True):
            coming.append(seat)
    if coming:
        return partial(_with_people, coming)
    return partial(_with_programs, named, checked_seconds(seconds or SECONDS))


def _read_program(seat: int, typed: str) -> str:
    if who := typed.strip():
        _check_program(seat, who)  # click asks again after its error
    return who


def _folders() -> list[str]:
    """Return the folders for tables; a new table is made in the first folder that allows it."""
    run = os.environ.get("XDG_RUNTIME_DIR", "")
    usual = f"/run/user/{os.getuid()}" if hasattr(os, "getuid") else ""
    there = [one for one in (run, usual) if os.path.isabs(one) and os.path.isdir(one)]
    own = [os.path.join(one, "cardgames") for one in there]
    kept = os.path.join(state_folder(), "tables")
    return [*own, kept] if run in there else [kept, *own]


def _completed(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    return [name for name in games.JOINED if name.startswith(start)]


@click.command(short_help="sit down at a game on another terminal")
@click.argument("where", metavar="[[USER@]HOST:]GAME", shell_complete=_completed)
@click.argument("table", default="", metavar="[TABLE]")
@click.option(
    "--seat", type=click.IntRange(1, 9), metavar="N", help="Take this seat, even if it is taken."
)
@click.option("--pipe", is_flag=True, help="Pass lines on; ssh uses this at the other end.")
@click.pass_context
def join(
    ctx: click.Context, /, where: str, table: str, seat: int | None, pipe: bool, **look: object
) -> int:
    """Sit down at a game that is hosted on this machine, or on HOST, over ssh.

    The host begins the game with '--seat 2=join': see 'cardgames help table'. If several tables are
    open, TABLE chooses one by the name of a player there, or by its number in the list.

    \b
    Examples:
      cardgames join rummy
      cardgames join rummy Ann
      cardgames join me@laptop:rummy
    """
    address, colon, word = where.rpartition(":")
    game = games.model(options.GameName().convert(word, None, ctx))
    if game.name not in games.JOINED:
        can = " and ".join([games.model(name).title() for name in games.JOINED])
        raise click.UsageError(f"{game.title()} cannot be joined: only {can} can")
    if colon and (address.startswith("-") or not ADDRESS.fullmatch(address)):
        raise click.UsageError(f"{quoted(address)} is not an address: give one like me@laptop")
    greeting = {"join": VERSION, "game": game.name} | ({"seat": seat} if seat else {})
    if pipe:
        return _pass_on(_finder(game.name, table))
    if not at_terminal():
        raise click.UsageError("a person joins at a terminal; '--seat' lets a program play")
    find = _finder(game.name, table, asks=True)
    here = nullcontext(lambda: Wire(end) if (end := find()) is not None else None)
    with _ssh(address, game.name, table) if colon else here as connect:
        computer = partial(games.computer, game.name)

        def reach() -> Wire | None:
            if (wire := connect()) is not None:
                wire.send(greeting)
            return wire

        waits = "Waiting for the host ... (Ctrl-C leaves)"
        session = Remote(game, computer, reach, lambda: click.echo(waits, err=True))
        player = new_player(session, as_played(game.name, ctx))
        player.screen.remark(f"You are {title(session.setup.options, session.you)}.\n")
        try:
            status = player.play()
        finally:
            session.close()
    return status or int(session.fault)


join.params += options.playing_options("scroll", "mouse", *options.SHOWN[1:])


@contextmanager
def _ssh(address: str, game: str, which: str) -> Iterator[Callable[[], Wire | None]]:
    """Yield a function that connects to a table of `game` at `address`; a second call fails."""
    words = ["ssh", "--", address, "cardgames", "join", "--pipe", game]
    # ssh joins the words, and a shell splits them again at the other end.
    words += [shlex.quote(which)] * bool(which)
    process: subprocess.Popen[bytes] | None = None

    def connect() -> Wire | None:
        nonlocal process
        if process is not None:
            raise InvalidCommand(f"the connection to {address} has ended")
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for this program alone
        try:
            process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise InvalidCommand(f"ssh cannot be started: {error.strerror}") from None
        finally:
            signal.signal(signal.SIGINT, before)
        assert process.stdout and process.stdin
        return Wire(process.stdout, process.stdin)

    try:
        yield connect
    finally:
        if process is not None:
            process.terminate()
            process.wait()


def _pass_on(find: Callable[[], socket | None]) -> int:
    """Pass lines between the standard streams and a table, even if the table closes for a while."""
    greeting, end = b"", -1
    while True:
        try:
            if end < 0 and greeting and (found := find()) is not None:
                end = found.detach()
                os.set_blocking(end, True)
                os.write(end, greeting)
        except InvalidCommand as error:
            os.write(1, line({"bye": str(error)[:LONGEST_TEXT]}))
            return 1
        # Without a host, look for it now and then; only the person can end the wait.
        ready, _, _ = select([0, end] if end >= 0 else [0], [], [], AGAIN)
        if end in ready:
            data = _read(end)
            os.write(1, data or line({"gone": True}))
            if not data:
                os.close(end)
                end = -1
        if 0 in ready:
            if not (data := _read(0)):
                return 0
            if not greeting:
                greeting = data
            elif end >= 0:
                with suppress(OSError):  # if the host is gone, the next read will show it
                    os.write(end, data)


def _read(file: int) -> bytes:
    try:
        return os.read(file, LONGEST)
    except OSError:
        return b""


def _finder(game: str, which: str, asks: bool = False) -> Callable[[], socket | None]:
    """Return a function that connects to a table of `game` on this machine.

    `which` is the number of the table in the list, or the name of a player there. If `which` is ''
    and several tables are open, `asks` says whether the person may choose. The first call of the
    function raises InvalidCommand if there is no such table. Later calls are for when the host is
    gone: then the function connects to a table that was not open before, or returns None.
    """
    others: set[str] | None = None

    def find() -> socket | None:
        nonlocal others
        if others is not None:
            with suppress(InvalidCommand):
                back = [one for one in tables(_folders(), game) if one.path not in others]
                return back[-1].end if back else None
            return None
        if not (found := tables(_folders(), game)):
            opens = f"'cardgames {game} --seat 2={JOIN}' opens one"
            raise InvalidCommand(f"no table of {game} is open: {opens}")
        chosen = found[-1]
        if which or len(found) > 1:
            chosen = _chosen(found, which, asks)
            with suppress(OSError):
                chosen = chosen._replace(end=connected(chosen.path))
        others = {one.path for one in found} - {chosen.path}
        return chosen.end

    return find


def _chosen(found: Sequence[Table], which: str, asks: bool) -> Table:
    """Return the table that `which` names or that the person chooses; close all connections."""
    players, lines = list[list[str]](), list[str]()
    for number, table in enumerate(found, 1):
        wire, said = Wire(table.end), Message()
        wire.send({"look": True})
        select([wire.source], [], [], PATIENCE)
        with suppress(InvalidCommand):
            said = message_in(next(wire.lines(), b""))
        wire.close("")
        seats = said.get("seats")
        names = [printable(str(name)) for name in seats] if isinstance(seats, list) else []
        free = "a seat is free" if said.get("free") else "no seat is free"
        since = f"since {datetime.fromtimestamp(table.since):%H:%M}"
        players.append([name.lower() for name in names])
        lines.append(f"{number}: {listed(names or ['nobody answers'])}, {since}, {free}")
    here = [n for n, names in enumerate(players, 1) if str(n) == which or which.lower() in names]
    if not which and asks:
        click.echo("\n".join(["Several tables are open:", *lines]), err=True)
        here = [click.prompt("Which", len(found), type=click.IntRange(1, len(found)), err=True)]
    if len(here) != 1:
        what = "several tables are open: add a number, or the name of a player"
        if which:
            at, no = f"{quoted(which)} is at several tables", f"no table {quoted(which)} is open"
            what = at if here else no
        raise InvalidCommand(f"{what} ({'; '.join(lines)})")
    return found[here[0] - 1]
