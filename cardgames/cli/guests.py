"""Games in which others have seats: programs, and people at other terminals.

The option `--seat` names them, and the command `join` sits down at such a game.
"""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime
from functools import partial
from select import select
from socket import socket
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.playing import as_played, new_player, play
from cardgames.cli.settings import state_folder
from cardgames.diary.keeping import Keeper
from cardgames.model.errors import InvalidCommand, listed, printable, quoted
from cardgames.model.game import HUMAN, JOIN, name_of, title
from cardgames.model.validity import LONGEST_TEXT
from cardgames.play.guest import Guest, Hosting
from cardgames.play.remote import AGAIN, Remote
from cardgames.play.session import Session
from cardgames.seats.program import SECONDS, Bot, checked_seconds
from cardgames.seats.seat import VERSION, Message, line, message_in
from cardgames.seats.wire import LONGEST, PATIENCE, Door, Table, Wire, connected, tables
from cardgames.text import wording
from cardgames.text.console import at_terminal
from cardgames.text.textplayer import TextPlayer

ADDRESS: Final = re.compile(r"(?:[\w.+-]+@)?[\w.-]+|(?:[\w.+-]+@)?\[[\w:.%]+\]")


def play_with_guests(session: Session, values: Mapping[str, Any], message: str) -> int:
    """Play as `play` does, with those whom --seat names; return the exit status."""
    setup, given = session.setup, values["seat"]
    named = {seat: who for seat, who in given if seat in setup.away and who != JOIN}
    if values["auto"] is not None and setup.away:
        raise click.UsageError("--auto lets a computer play all seats of people: leave out --seat")
    if len(named) < len(setup.away) and at_terminal():
        if named:
            raise click.UsageError("a program and a person at another terminal cannot both play")
        return _host(session, setup.away, _door(session), values, message)
    if not named:
        return play(session, values, message, values["auto"])
    if at_terminal() and {*setup.options.people()} <= {*named}:
        message += "A program plays here: this game is not kept in the diary.\n"
    return _play_with_programs(session, named, values, message)


def resume(
    session: Session,
    given: Sequence[tuple[int, str]],
    values: Mapping[str, Any],
    message: str,
    keeper: Keeper,
) -> int:
    """Go on with a game in which others had seats; return the exit status.

    If nothing is `given` by --seat, ask who plays now.
    """
    try:
        named = _who_sits(session, given)
        seats = sorted(seat for seat, who in named.items() if who == JOIN)
        door = _door(session) if seats else None
    except BaseException:
        keeper.close(left=False)
        raise
    if door is not None:
        return _host(session, seats, door, values, message, keeper)
    return _play_with_programs(session, named, values, message, keeper)


def _who_sits(session: Session, given: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Return who has the seats of others now: JOIN for a person, or the command of a program."""
    options, named = session.setup.options, dict(given)
    away = [seat for seat in session.setup.away if seat in session.people]
    programs = [seat for seat in session.setup.away if seat not in options.people()]
    for seat, who in given:
        if (seat in away) != (who == JOIN) or seat not in (*away, *programs):
            there = [f"--seat {seat}={JOIN}" for seat in away[:1]]
            there += [f"--seat {seat}=COMMAND" for seat in programs[:1]]
            why = next(iter(there), "nobody sat at another terminal")
            raise click.UsageError(f"--seat {seat}={printable(who)}: {why}")
    if given:
        return named
    for seat in programs:
        asked = f"A program played as {name_of(options, seat)}. Its command"
        enter = f"{asked} (Enter: the computer plays)"
        if who := click.prompt(enter, default="", show_default=False, err=True).strip():
            named[seat] = who
    for seat in away:
        who = title(options, seat)
        asked = f"{who} sat at another terminal. Wait there again?"
        if click.confirm(f"{asked} (No: {who} plays here)", default=True, err=True):
            named[seat] = JOIN
    return named


def _play_with_programs(
    session: Session,
    named: Mapping[int, str],
    values: Mapping[str, Any],
    message: str,
    keeper: Keeper | None = None,
) -> int:
    seconds = checked_seconds(values["time"] or SECONDS)
    bots = {seat: Bot(who, seconds) for seat, who in named.items()}
    try:
        return play(session, values, message, keeper=keeper, prepare=partial(_sit_down, bots))
    finally:
        for bot in bots.values():
            bot.close()


def _sit_down(bots: Mapping[int, Bot], player: TextPlayer[Any]) -> None:
    """Let programs play in their seats; the player says when one leaves."""
    for seat, bot in bots.items():
        alone = player.session.seats[seat - 1] == HUMAN
        player.session.guests[seat] = Guest(seat, bot, partial(_left, player, bot, alone))


def _left(player: TextPlayer[Any], bot: Bot, alone: bool, why: str) -> None:
    told = printable(why if why.startswith(bot.command) else f"{bot.command} {why}")
    stays = "you play on" if alone else "the computer plays on"
    player.screen.remark(wording.wrapped(f"{told}: {stays}."))


# People at several terminals.


def _door(session: Session) -> Door:
    """Open a table; raises InvalidCommand."""
    reasons = list[str]()
    for folder in _folders():
        try:
            return Door(folder, session.game.name)
        except OSError as error:
            reasons.append(f"in {folder}, {error.strerror or error}")
    raise InvalidCommand(f"nobody can come from another terminal: {printable(reasons[0])}")


def _host(
    session: Session,
    seats: Sequence[int],
    door: Door,
    values: Mapping[str, Any],
    message: str,
    keeper: Keeper | None = None,
) -> int:
    """Play with people who come to `seats` by the door; return the exit status."""
    name = session.game.name
    hosting = Hosting(session, door, seats)
    who = " and ".join(title(session.setup.options, seat) for seat in seats)
    waits = f"{who} can sit down at another terminal, by 'cardgames join {name}'"
    message += wording.wrapped(f"{waits}, or from afar: 'cardgames help table'.")
    said = ""  # if the program is ended, the guests wait for it to come back
    try:
        status = play(session, values, message, keeper=keeper)
        said = "the host has closed the table"
        return status
    finally:
        hosting.close(said)


def _folders() -> list[str]:
    """Return the folders for tables; a new table comes into the first."""
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
    "--seat", type=click.IntRange(1, 9), metavar="N", help="Take this seat, even from somebody."
)
@click.option("--pipe", is_flag=True, help="Pass lines on; ssh starts this at the other end.")
@click.pass_context
def join(
    ctx: click.Context, /, where: str, table: str, seat: int | None, pipe: bool, **look: Any
) -> int:
    """Sit down at a game that somebody hosts on this machine, or on another one by ssh.

    The host starts the game with '--seat 2=join', as 'cardgames help table' explains. If several
    tables are open, name a player there, or a number of the list.

    \b
    Examples:
      cardgames join rummy
      cardgames join rummy Ann
      cardgames join me@laptop:rummy
    """
    address, colon, word = where.rpartition(":")
    game = games.model(options.GameName().convert(word, None, ctx))
    if game.name not in games.JOINED:
        raise click.UsageError(f"{game.title()} cannot be joined: only Rummy and Slap can")
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
        rules, computer = games.told(), partial(games.computer, game.name)

        def reach() -> Wire | None:
            if (wire := connect()) is not None:
                wire.send(greeting)
            return wire

        waits = "Waiting for the host ... (Ctrl-C leaves)"
        session = Remote(game, rules, computer, reach, lambda: click.echo(waits, err=True))
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
    """Yield a function that connects to a table of `game` at `address`, once."""
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
    """Pass lines between the standard streams and a table, also if that is gone and comes back."""
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
        # Without a host, only the person can end the wait; the host is looked for now and then.
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
                with suppress(OSError):  # the host is gone, as the next look will tell
                    os.write(end, data)


def _read(file: int) -> bytes:
    try:
        return os.read(file, LONGEST)
    except OSError:
        return b""


def _finder(game: str, which: str, asks: bool = False) -> Callable[[], socket | None]:
    """Return a function that connects to a table of `game` on this machine.

    `which` is the number of the table in the list, or the name of a player there. If that is '' and
    several tables are open, the person chooses if the function `asks`. The first call raises
    InvalidCommand if there is no such table. The next ones look for the host, which is gone, at a
    table that was not open before, and return None if there is none.
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
    """Return the table that `which` names, or the person chooses; use up all connections."""
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
