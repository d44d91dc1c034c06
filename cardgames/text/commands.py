"""The commands that every game has: functions that take a TextPlayer.

A text player includes a command with an assignment in its class: `hint = commands.hint`.

Several people may share a game. A person may freely take back the moves of their own turn, unless
these moves have shown a hidden card to somebody. All others must agree before a person takes back
or repeats other moves, opens hands, or ends the game; afterwards, all others are told. Everybody
may leave without consent: a computer plays on, but in a game for two the other player wins. These
rules are for people at terminals; a script needs no consent. Seats ask and inform the people,
whether they sit here or at another terminal.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from glob import escape, glob
from os.path import expanduser, isdir
from shlex import quote
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol, cast

from cardgames.model.commands import (
    Argument,
    CommandName,
    Commands,
    Number,
    Several,
    ShortForms,
    Word,
    command,
)
from cardgames.model.deal import SEEDS, Day, SeedOrDay
from cardgames.model.errors import (
    CardGameError,
    IllegalMove,
    InvalidCommand,
    ScriptError,
    counted,
    listed,
    printable,
    quoted,
)
from cardgames.model.game import Game, Move, Setup, capital, name_of, title, whose
from cardgames.model.strategy import ADVISER, Advice
from cardgames.play.script import Script, Scripts
from cardgames.play.session import History, MoveMade, Session
from cardgames.screen.console import Console, Recording, Screen
from cardgames.screen.look import UNICODE, Look, fitted, moves_text, wrapped
from cardgames.text import wording
from cardgames.text.view import Report

if TYPE_CHECKING:
    from cardgames.patience.game import Patience

COUNT: Final = Number("N", 1, 999_999, optional=True)
ALONE: Final = ("undo", "redo", "restart", "new", "load", "auto")  # not at several terminals
ALL: Final = "all"  # the word that asks a command for everything


class Leave(Exception):
    """The person leaves the game."""


class Seats(Protocol):
    """Asks and informs the people at a table."""

    def ask(self, seat: int, question: str) -> bool:
        """Ask the person in `seat`, and nobody else; return whether the answer was yes."""

    def inform(self, seat: int, news: str) -> None:
        """Tell the person in `seat` the `news`, at once or when they next look at the screen."""


class AnyTextPlayer(Seats, Protocol):
    """The part of a TextPlayer that commands and the coach use."""

    short_forms: ClassVar[ShortForms]
    numbered: ClassVar[str]
    session: Session
    console: Console
    screen: Screen
    look: Look
    scripts: Scripts
    recording: Recording
    commands: Commands
    next_seed: Callable[[Setup], int] | None
    elsewhere: Callable[[Sequence[str]], str]
    retried: tuple[Any, Move] | None

    @property
    def game(self) -> Any: ...
    @property
    def shared(self) -> bool: ...

    def __init__(
        self, session: Session, console: Console, look: Look, scripts: Scripts
    ) -> None: ...
    def advance(self) -> None: ...
    def do(self, line: str) -> None: ...
    def catch_up(self) -> None: ...
    def watch(self) -> None: ...
    def switch_to(self, session: Session) -> None: ...
    def viewer(self, game: Any) -> int: ...
    def legal_moves(self) -> Iterable[Move]: ...
    def steps_of_one(self, forth: bool) -> int: ...
    def check_undo(self, steps: int) -> None: ...
    def agree(self, asked: str, done: str, asker: int = 0) -> None: ...
    def check_together(self, what: str) -> None: ...
    def asker(self, what: str) -> int: ...
    def common(self) -> Commands: ...
    def greeting(self) -> str: ...
    def hint_text(self, advice: Advice) -> str: ...
    def no_hint(self, advice: Advice | None) -> str: ...
    def told(self, plan: Sequence[Move], at: Any) -> list[tuple[str, str]]: ...
    def tell(self, move: Move, game: Any) -> str: ...
    def in_full(self, game: Any, seat: int) -> Iterable[str]: ...
    def say_moves(self, moves: Iterable[Move], kind: str) -> None: ...
    def in_hindsight(self, word: str) -> Report: ...
    def score_now(self) -> str: ...
    def show_how_it_stands(self) -> None: ...


class FileName(Argument):
    advice = "; put a name with spaces in quotes"

    def completions(self, start: str) -> Iterable[str]:
        names = sorted(glob(f"{escape(expanduser(start))}*"))
        return [quote(f"{name}/" if isdir(name) else name) for name in names]


def number_or_all(most: int, what: str) -> Number:
    """Return an argument that is a number, or 'all', which stands for 0."""
    wanted = f"a {what} from 1 to {most}, or '{ALL}'"
    return Number("N|all", 1, most, what=what, optional=True, words={ALL: 0}, wanted=wanted)


@command("u", COUNT)
def undo(player: AnyTextPlayer, n: int | None = None) -> None:
    """Take back the last move, or several.

    'undo 5' takes back five moves, and 'undo all' goes back to the deal. In a lost patience, 'undo
    to-won' goes back to where the game could last be won. Before the game is over, that counts as
    asking for a verdict.
    """
    steps = n or player.steps_of_one(forth=False)
    player.check_undo(steps)
    player.session.undo(steps)


@command("red", COUNT)
def redo(player: AnyTextPlayer, n: int | None = None) -> None:
    """Redo the last move that was taken back, or several."""
    steps = n or player.steps_of_one(forth=True)
    player.check_undo(-steps)
    player.session.redo(steps)


@command()
def restart(player: AnyTextPlayer) -> None:
    """Go back to the deal and begin again; 'redo' makes the moves again."""
    steps = player.session.history.steps
    player.check_undo(steps)
    player.session.undo(steps, "restart")


@command("gu")
def giveup(player: AnyTextPlayer) -> None:
    """Give up: the game counts as lost.

    'undo' takes that back, unless people play at several terminals. If several people share a game,
    only the one who gives up leaves it.
    """
    if player.shared and len(player.session.people) > 1:
        leave(player)
        return
    speaker, link = player.session.speaker, player.session.link
    if link and speaker in player.session.elsewhere:
        link.check_empty(speaker)
    player.session.give_up()


@command(Number("SEAT", 1, 9, optional=True, wanted="the number of a player"))
def leave(player: AnyTextPlayer, seat: int | None = None) -> None:
    """Leave a game of several people: a computer plays on.

    If only two play, the other player wins. In a script, 'leave 2' means that player 2 leaves.
    """
    session = player.session
    session.check_going()
    asker = player.asker("gives up") if player.shared else session.speaker
    seat = seat or asker
    session.check_leaving(seat)
    name = name_of(session.setup.options, seat)
    if session.link and seat in session.elsewhere:
        session.link.check_empty(seat)
    elif seat != asker:
        player.agree(f"let a computer play on for {name}", f"has let {name} leave", asker)
    if session.elsewhere and len(session.seats) == 2:
        winner = title(session.setup.options, 3 - seat)
        if not player.ask(asker, f"This ends the match, and {winner} wins: give up?"):
            player.screen.remark("The match goes on.\n")
            return
    session.leave(seat)
    if session.outcome() is None and session.hosts:
        level = session.seats[seat - 1]
        told = f"{capital(name)} has left: a computer of the level '{level}' plays on.\n"
        if player.shared and not session.elsewhere:
            for other in session.people:
                player.inform(other, told)
        else:
            player.screen.say(told)


@command("ne", SeedOrDay("SEED", *SEEDS, optional=True))
def new(player: AnyTextPlayer, seed: int | Day | None = None) -> None:
    """Deal the next game, or the game of a number or a date that you give."""
    player.agree("begin a new game", "has begun a new game")
    find = player.next_seed if seed is None else None
    if find is not None:
        seed = find(player.session.setup)
    player.session.new(seed, winnable=find is not None)
    player.recording.update(player.session)  # computers may think before the first move
    player.screen.shown = None
    if player.console.interactive or player.console.echo:
        player.screen.remarks.append(player.greeting())


@command("h", "?", CommandName("COMMAND", optional=True))
def help(player: AnyTextPlayer, name: str | None = None) -> None:
    """List the commands, or explain one."""
    apart = ALONE if player.session.elsewhere else ()
    if name is None:
        known = player.commands, player.common(), player.short_forms
        player.screen.refer(wording.help_text(*known, player.look.columns, without=apart))
    elif name.lower() == "move" and player.short_forms.places:
        player.screen.say(wording.move_help(player.commands, player.short_forms))
    elif name.lower() == "keys" and player.console.find_hand is not None:
        player.screen.say(wording.KEYS)
    else:
        if player.commands.get(name) is None and (advice := player.elsewhere(["help", name])):
            raise InvalidCommand(advice)
        found = player.commands.find(name)
        not_here = "  Not while people play at several terminals.\n" * (found.name in apart)
        player.screen.say(wording.command_help(found) + not_here)


@command("ru")
def rules(player: AnyTextPlayer) -> None:
    """Show the options of this game, and its rules."""
    look = player.look
    text = rules_text(type(player.game), f"{wording.played_text(player.session)}\n")
    named = look.named(text) if look.style == UNICODE else text
    player.console.page(fitted(named, look.columns))


@command("op")
def options(player: AnyTextPlayer) -> None:
    """Show the options of this game, and the command that deals it."""
    player.screen.say(wording.played_text(player.session))


@command("hi", number_or_all(100, "number of moves"))
def hint(player: AnyTextPlayer, steps: int = 1) -> None:
    """Propose a move and say why, or say that the game is stuck.

    'hint 3' shows the next three moves of the plan, and 'hint all' the whole plan as you can type
    it.
    """
    session, screen = player.session, player.screen
    if session.outcome() is not None:
        raise IllegalMove("the game is over: there is no move to propose")
    if screen.console.quiet:  # while a script is loaded, a hint is only counted
        session.ask("hint")
        return
    with screen.console.thinking():
        advice = session.hint(every=steps == 0)
    if advice is None or advice.move is None:
        screen.say(player.no_hint(advice))
    elif steps == 1 or advice.choices:
        screen.say(player.hint_text(advice))
    else:
        at = advice.at or player.game.with_backs(player.viewer(player.game))
        plan = player.told((advice.move, *advice.then), at)
        typed = "; ".join([line for line, _ in plan])
        screen.say(moves_text(plan[:steps]) if steps else wrapped(f"Plan: {typed}"))


@command("rev", number_or_all(999_999, "number of a move"))
def review(player: AnyTextPlayer, n: int | None = None) -> None:
    """Tell in hindsight where the win was lost.

    It also tells what would have kept the win, and whether you could have known. Reviews name
    hidden cards, so they are counted until the game is over. 'review all' tells more. 'review 5'
    goes to the position before move 5, so that you can try another move: by undo, or in a new game
    after the end.
    """
    if n:
        go_to(player, n)
    else:
        show_report(player, "" if n is None else ALL)


@command("mo")
def moves(player: AnyTextPlayer) -> None:
    """List the legal moves, as you can type them."""
    player.say_moves(player.legal_moves(), "legal move")


@command("sh")
def show(player: AnyTextPlayer) -> None:
    """Show the board."""
    player.screen.shown = None


@command("sh", Several(Argument("WORD"), "PLACE", range(3)), name="show")
def show_place(player: AnyTextPlayer, *place: str) -> None:
    """Show the board, or tell what lies in one place.

    Name the place by its word, its number or both, as in 'show foundation 2'. You are told
    everything that you may know about it.
    """
    if not place:
        show(player)
        return
    asked = " ".join(place).lower()
    wanted = player.numbered.format(asked) if asked.isdecimal() else asked.removesuffix("s")
    begins = re.compile(rf"{re.escape(wanted)}(?![^\W_])", re.IGNORECASE)
    told = player.in_full(player.game, player.viewer(player.game))
    found = [line for line in told if begins.match(line)]
    if not found:
        raise InvalidCommand(f"there is no place {quoted(asked)} on this board")
    player.screen.say("".join(f"{line}\n" for line in found))


@command("sc")
def score(player: AnyTextPlayer) -> None:
    """Show the score, the number of moves, and which deal it is."""
    session = player.session
    counts, deal = wording.counts_text(session), wording.deal_text(session)
    seated = player.console.interactive
    own_line = session.setup.options.words(at_terminal=seated) or session.day is not None
    titled = f"\n{wording.game_text(session, seated)}, {deal}"
    played = titled if own_line else f" {deal.capitalize()}"
    player.screen.say(f"{player.score_now()} {counts}.{played}.\n")


@command("sa", FileName("FILE"), Word("overwrite", "overwrite", optional=True))
def save(player: AnyTextPlayer, file: str, overwrite: str | None = None) -> None:
    """Save the game as a script.

    It replaces an older script, but another file only if you add 'overwrite' after its name. In a
    pipe it replaces only files that it has saved itself, and makes no hidden file, unless you give
    --allow-overwrite.
    """
    if player.session.replaying:
        player.screen.say("A script that is replayed saves nothing.\n")
        return
    player.scripts.write(file, player.session.script(), overwrite is not None)
    moves = counted(player.session.moves_made, "move")
    player.screen.say(f"Saved {printable(file)}: {moves}.\n")


@command("lo", FileName("FILE"))
def load(player: AnyTextPlayer, file: str) -> None:
    """Continue a saved game; a script with an error is refused."""
    if player.session.replaying:
        raise ScriptError("a script that is loaded or replayed cannot load another")
    player.check_together("load a game")
    loaded = session_after(player, player.scripts.read(file))
    loaded.from_script = True
    if loaded.deal == player.session.deal:
        loaded.day = player.session.day
    player.agree(f"go on with {printable(file)}", f"goes on with {printable(file)}")
    player.switch_to(loaded)
    moves = counted(player.session.moves_made, "move")
    player.screen.say(f"Loaded {printable(file)}: {moves}.\n")


@command("q")
def quit(player: AnyTextPlayer) -> None:
    """Leave the game; in a script, the next line answers 'Another game?'."""
    if player.console.interactive:
        raise Leave


@command("bye")
def exit(player: AnyTextPlayer) -> None:
    """Leave at once, without a question."""
    raise Leave


@command("a")
def auto(player: AnyTextPlayer) -> None:
    """Let the computer play to the end.

    At a terminal it shows every move; the space bar pauses, b steps back, e shows the end.
    """
    play_on(player, ADVISER)


def show_report(player: AnyTextPlayer, word: str = "") -> None:
    """Show the report on the game of `player`; `word` is the word typed after the command."""
    session, told = player.session, ""
    if not session.replaying:
        with player.screen.breakable("the review was stopped, and has found out nothing"):
            told, found = player.in_hindsight(word)
        stayed = [one["move"] for one in found["turnings"] if one["kind"] != "taken back"]
        if stayed and player.console.interactive:
            told += f"'review {stayed[-1]}' goes back there, to try it differently.\n"
    if session.outcome() is None:
        session.ask(f"review {word}".rstrip(), "review")
    player.screen.say(told)


def go_to(player: AnyTextPlayer, number: int) -> None:
    """Go to the position before a move: by undo or, if undo cannot go there, in a new game."""
    session, history = player.session, player.session.history
    if number > history.made:
        made = counted(history.made, "move")
        raise IllegalMove(f"there is no move {number}: {made} led to this position")
    *earlier, played_there = [move._replace(seat=0) for move in history.line(number)[1]]
    if session.outcome() is None and history.begins_step(number - 1):
        steps = history.steps_after(number - 1)
        player.check_undo(steps)
        session.undo(steps)
        back = f"'redo {steps}' comes back" if steps > 1 else "'redo' comes back"
    else:  # the game is over, or undo would take back earlier moves, too
        # The new game begins with one review counted, as the player has seen the hidden cards.
        script = Script(session.setup, [*session.dealing, *map(str, earlier)], "review")
        apart = session_after(player, script)
        apart.from_script, apart.replaying = True, session.replaying
        apart.ask("review", "review")
        player.switch_to(apart)
        ended = session.outcome() is not None
        stays = "the other result stays" if ended else "what a computer has played stays as it is"
        back = f"this is a new game, and {stays}"
    player.retried = player.game, played_there
    player.screen.remarks.append(f"You are before move {number}: {back}.\n")


def play_on(player: AnyTextPlayer, name: str) -> None:
    """Let the computer player `name` play to the end; raises IllegalMove if the game is over."""
    player.session.check_going()
    what = "computers play this game to its end"
    player.agree(f"let {what}", f"has let {what}")
    try:
        with player.session.undisturbed(or_idle=player.console.interactive):
            player.session.hand_over(name)
            player.session.forget_automatic()
            if player.session.replaying:
                return  # the script's next lines may supply the computer's moves
            player.watch()
    except KeyboardInterrupt:
        if not player.console.interactive:
            raise
        player.session.forget_automatic()
        player.session.shown = True
        player.screen.remarks.append("The computer stops, and what it did is taken back.\n")
    else:
        player.show_how_it_stands()


def session_after(
    player: AnyTextPlayer, script: Script, see: Callable[[Session], object] = lambda session: None
) -> Session:
    """Play `script` with a text player like `player`, and return the session after it.

    Call `see` with the session at the deal and after each command. Raises ScriptError at the first
    line that is refused.
    """
    if script.setup.game is not player.session.setup.game:
        other_game = f"a game of {script.setup.game.name}: use cardgames replay"
        raise ScriptError(f"{script.name} is {other_game}")
    console = Console(script.lines)
    try:
        session = Session(script.setup, player.session.computers)
        session.replaying = True
        other = type(player)(session, console, player.look, player.scripts)
        other.advance()
        see(session)
        while (line := console.read("")) is not None:
            other.do(line)
            other.advance()
            see(other.session)
        other.catch_up()
    except Leave:
        pass
    except CardGameError as error:
        raise ScriptError(f"{script.name}, line {max(1, console.number)}: {error}") from None
    end: Session = other.session
    end.replaying = False
    end.mark_told()
    return end


def rules_text(game: type[Game], played: str = "") -> str:
    """Return `played` (a text about the present options), the rules and the options of `game`.

    The last part says how others play the game.
    """
    from importlib.resources import files

    package = game.__module__.rpartition(".")[0]
    file = files(package).joinpath("rules.txt") if package else None
    if file is not None and file.is_file():
        text = file.read_text(encoding="utf-8")
    else:
        from cardgames.text.layout import rules_of

        text = rules_of(cast("type[Patience]", game))  # other games have a file of rules
    options = f"\n{wording.options_text(game)}" if game.options_type.declared() else ""
    text, heading, others = text.partition("\nElsewhere\n")
    return f"{played}{text}{options}{heading}{others}"


# At a table that several people share.


class Act(NamedTuple):
    """What a person wants to do in a game that others play, too."""

    asked: str  # the words of the question: 'take back the last move'
    done: str  # the words of the news: 'has taken back the last move'
    returning: frozenset[int] = frozenset()  # seats of people who have left and would play again


def settle(act: Act, session: Session, asker: int, seats: Seats) -> None:
    """Ask all others to agree to `act`; then tell them that it is done.

    If it is unknown who asks, `asker` is 0, and everybody is asked. Raises IllegalMove if somebody
    does not agree.
    """
    options = session.setup.options
    who = title(options, asker) if asker else "Somebody"
    others = sorted({*session.people, *act.returning} - {asker})
    for seat in others:
        question = f"{who} asks to {act.asked}: {name_of(options, seat)}, do you agree?"
        if not seats.ask(seat, question):
            raise IllegalMove(f"{title(options, seat)} does not agree to {act.asked}")
    for seat in others:
        seats.inform(seat, f"{who} {act.done}, with the consent of all.\n")


def stepping(session: Session, asker: int, steps: int) -> Act | None:
    """Return the act that takes back `steps` steps, or makes them again if `steps` is negative.

    Return None if the asker needs no consent. The history must have that many steps.
    """
    history, options = session.history, session.setup.options
    first, last = sorted((history.steps, history.steps - steps))
    numbers = range(first + 1, last + 1)
    made = [event for number in numbers for event in history.step(number)]
    people = {*options.people()} - {*history.left_before(first + 1)}
    doers = {event.before.actor(event.move) for event in made} | {*map(history.leaver, numbers)}
    others = sorted(doers & people - {asker})
    shown = steps > 0 and _has_shown(history, made, first, people, asker)
    if not others and not shown:
        return None
    what = "the last move" if abs(steps) == 1 else f"the last {abs(steps)} moves"
    if others:
        what += f" ({listed([whose(options, seat) for seat in others])})"
    elif shown:
        what += ", which showed hidden cards"
    returning = frozenset(people.difference(session.people))
    if steps < 0:
        return Act(f"make {what} again", f"has made {what} again", returning)
    if first == 0 and steps > 1:
        return Act("go back to the deal", "has gone back to the deal", returning)
    return Act(f"take back {what}", f"has taken back {what}", returning)


def _has_shown(
    history: History, made: list[MoveMade], first: int, people: set[int], asker: int
) -> bool:
    """Since the step `first`, has anybody seen a card that they could not know at that step?

    The asker has seen the positions after all moves in `made`. The others have seen only the
    positions after the moves that they were told.
    """
    target = history.after(first)[0]
    begun = history.made - len(made)
    if history.opened > begun:
        return True
    for seat in people:
        told = made if seat == asker else made[: max(0, history.told(seat) - begun)]
        if told:
            known = target.known(seat)
            if any(not event.after.known(seat) <= known for event in told):
                return True
    return False


def sees_apart(session: Session) -> bool:
    """Is this an unfinished game of people who may not see each other's cards?"""
    game, people = session.game, session.people
    if session.outcome() is not None or len(people) < 2:
        return False
    first, *others = [game.with_backs(seat) for seat in people]
    return any(other != first for other in others)
