"""The texts that all games share: the names of games and deals, how they ended, and help."""

import re
from collections.abc import Container
from functools import cache
from inspect import cleandoc
from typing import Final

from click.formatting import wrap_text

from cardgames.model.commands import NO_DOCSTRINGS, Command, Commands, ShortForms, Switch
from cardgames.model.errors import counted, listed
from cardgames.model.game import Game, Options, Outcome, flag, usual_text
from cardgames.play.session import Session
from cardgames.screen.look import COLUMNS, moves_text, time_text

LEAVES: Final = "Ctrl-C again leaves the game.\n"
ROUND: Final = "The computer stops, as it would go round forever.\n"
GIVEN_UP: Final = "The computer gives up, as it finds no way on.\n"
TOLD: Final = 5  # lines of news that stay on the screen while computers play


def game_text(session: Session, at_terminal: bool = False) -> str:
    """Name the game with its variant or, if it has none, with its unusual options."""
    options, title = session.setup.options, session.game.title()
    variant = variant_of(options)
    words = options.words(at_terminal=at_terminal)
    return f"{title}, {variant}" if variant else " ".join([title, *words])


@cache
def variant_of(options: Options) -> str:
    """Return the name of the variant that has these `options`.

    Return '' if there is no such variant, or if all options have their defaults.
    """
    variants = [(name, bundle) for name, bundle in options.variants.items() if bundle]
    return next((name for name, bundle in variants if options == type(options)(**bundle)), "")


def deal_text(session: Session) -> str:
    """Name the deal by its date, or as 'seed 42', 'seed 42, game 2' or 'a given deck'."""
    if not session.hosts:
        return "dealt at another terminal"
    return deal_name(session.day, session.seed, session.deals, session.setup.command_line())


def deal_name(day: object, seed: int | None, number: int, dealt_by: str | None) -> str:
    if day is not None:
        return f"the deal for {day} (seed {seed})"
    if number == 0:
        found = re.search("(?<= --microsoft )[0-9]+", dealt_by or "")
        return f"Microsoft's deal {found[0]}" if found else "a given deck"
    return f"seed {seed}" + (f", game {number}" if number > 1 else "")


def account_texts(outcome: Outcome, session: Session, seconds: int, columns: int) -> list[str]:
    """Say how a patience ended and how it went, in one line if `columns` suffice."""
    told = [f"{counted(session.moves_made, 'move')} in {time_text(seconds)}"]
    if session.game.measure != "moves":
        told.insert(0, length_text(session))
    told += _help_used(session)[::-1] or ["no help"]
    end, course = f"{result_text(outcome)}: {outcome.reason}.", f"{', '.join(told)}."
    whole = f"{end} {course}\n"
    return [whole] if len(whole) < min(columns, COLUMNS) else [f"{end}\n", f"{course}\n"]


def result_text(outcome: Outcome, who: str = "You") -> str:
    result = outcome.result()
    return "A draw" if result == "drawn" else f"{who} {result}"


def review_text(won: bool, could_win: bool = False) -> str:
    """Say what `review` shows: after a win, after a loss that could be a win, or in other games."""
    lost = "where it could still be won" if could_win else "what could have been played better"
    return f"'review' shows {'how it went' if won else lost}.\n"


def shared_text(session: Session, outcome: Outcome | None, score: str) -> str:
    """Return the line that people may share after a date's deal; it reveals no card or move."""
    told = [
        outcome.result().replace("drawn", "a draw") if outcome else "stuck",
        score,
        length_text(session),
        "" if session.hints or session.revealed else "no hints",
        *_help_used(session)[::-1],
        "by the computer" if session.history.computer else "",
    ]
    return f"cardgames {session.game.name} {session.day}: {', '.join(filter(None, told))}\n"


def length_text(session: Session) -> str:
    """Return the length of the game so far, in its unit: '131 moves', '1 hand'."""
    noun, blank, more = session.game.measure.partition(" ")
    length = session.game.length(session.moves_made)
    return f"{counted(length, noun.removesuffix('s'))}{blank}{more}"


def stuck_text(why: str) -> str:
    return f"The game is stuck: {why}. Try undo, or new.\n"


def counts_text(session: Session) -> str:
    return ", ".join([counted(session.moves_made, "move"), *_help_used(session)])


def help_used_text(session: Session) -> str:
    """Report the help used: 'With 1 undo and 2 hints.'; '' for none."""
    used = _help_used(session)
    told = [f"With {listed(used)}."] if used else []
    return " ".join(told + ["The computer has played for you."] * bool(session.history.computer))


def _help_used(session: Session) -> list[str]:
    numbers = {"undo": session.undos, "hint": session.hints, **session.revealed}
    return [counted(number, noun) for noun, number in numbers.items() if number]


# The texts of `help`, `options` and `rules`.


def help_text(
    commands: Commands,
    common: Commands,
    short_forms: ShortForms,
    columns: int = COLUMNS,
    without: Container[str] = (),
) -> str:
    """List `commands`: first the game's own, one on each line, then all `common` ones together.

    Leave out the commands that `without` names.
    """
    from cardgames.play.places import example_of

    own = [item for name, item in commands.all.items() if name not in common.all]
    own = [item for item in own if item.name not in without]
    ways = []
    for item in own:  # each as typed in short, with its notation: '31 (tabtab T1 T2)'
        example = example_of(item, short_forms.places) if short_forms.places else ""
        ways.append(f"{example} ({item.usage})" if example else signature(item))
    width = max(map(len, ways)) if columns >= COLUMNS else 0
    lines = [f"  {way:<{width}}  {item.summary}" for way, item in zip(ways, own)]
    others = ", ".join(commands.all[name].usage for name in common.all if name not in without)
    lines.append(wrap_text(others, 76, initial_indent="  ", subsequent_indent="  "))
    lines.append(f"  The short way: {short_forms.summary()}.")
    explains = "'help COMMAND' explains one; 'rules' explains the game."
    lines.append(f"  {explains if any(item.doc for item in own) else NO_DOCSTRINGS}")
    return "\n".join(lines) + "\n"


def move_help(commands: Commands, short_forms: ShortForms) -> str:
    """Show examples of how a person types the moves of a patience that has these `commands`."""
    from cardgames.play.places import example_of, word_for

    (_, first), *others = short_forms.places.items()
    pile, words = word_for(first), {letter: word_for(place) for letter, place in others}
    goal = words.get("f") or words.get("w", "4")
    ways = [example_of(item, short_forms.places) for item in commands.all.values()]
    within, up, turns = "31" in ways or "3 1" in ways, "3f" in ways, "turn" in commands.all
    spelled = {"w4": "waste to 4", "r4": "reserve to 4", "31": f"{pile} 3 to 1"}
    spelled |= {"3 1": spelled["31"], "3f": f"{pile} 3 to {goal}", "3w": f"{pile} 3 to {goal}"}
    short = [way for way in spelled if way in ways]
    letters = ", ".join(f"{letter} is the {word}" for letter, word in words.items())
    alone = "to its foundation, else onto the only card or empty pile"
    more = ("free cell" if "e" in words else "column 3") + ", home" * up
    cards = "6d 3, 6d kc" + ", 6d f" * up
    notation = "tabtab 3 1" if within else "tabfnd 3" if up else "tabwst 3"
    rows = [
        (", ".join(sorted(short)), f"a number is a {pile} pile{';' * bool(words)}", True),
        ("", letters, bool(words)),
        (cards, "a card stands for its place, if it leads what moves", within),
        ("6d", alone if within and up else "6D, if it has only one move", True),
        (spelled[short[0]], "the words on the board stand for places, too", True),
        (f"ace to {goal}", f"and so do ranks, and words such as {more}", True),
        ("q on k, js q", "the only queen that can go on a king, JS on a queen", within),
        ("card 5, turn kd", "turn 5 times, or until KD is on top of the waste", turns),
        (notation, "the notation in which scripts record every move", True),
    ]
    shown = moves_text([(typed, meaning) for typed, meaning, fits in rows if fits])
    return f"Type a move as two places: where from, and where to.\n{shown}"


def command_help(item: Command) -> str:
    doc = wrap_text(cleandoc(item.doc or NO_DOCSTRINGS), 78, "  ", "  ", preserve_paragraphs=True)
    return f"{signature(item)}\n{doc}\n"


KEYS: Final = """\
Keys before a line is begun. They type commands, as you see.
  arrows          bring out the mark and move it; Up is history before that
  Space, Enter    pick up, and drop; twice on a card: to its best place
  Tab, Shift-Tab  the next card that can move, or the next place for it
  Backspace       put back, or undo; held down, it undoes once
  Escape          put back; then the mark goes away
  mouse           click twice, or drag; the wheel turned down over the stock
                  deals: while the mark is out, or always or never by --mouse,
                  --no-mouse
Signs: reversed or + the mark, yellow or > held, green or * takes it, # both.
"""


def signature(item: Command) -> str:
    """Return the usage of a command with its short forms: 'tabtab T1 T2 (tt)'."""
    return f"{item.usage} ({', '.join(item.shorts)})" if item.shorts else item.usage


def played_text(session: Session) -> str:
    options = session.setup.options
    its = " Its options:" if list(options.declared()) else ""
    lines = [f"{game_text(session)}, {deal_text(session)}.{its}"]
    for declared in options.declared():
        argument, value = declared.metadata["argument"], getattr(options, declared.name)
        word = argument.text(value)
        if isinstance(argument, Switch):
            word = "on" if value else "off"
        lines += [f"  {flag(declared)} {word}", f"      {declared.metadata['help']}"]
    if not session.hosts:
        return "\n".join([*lines, ""])
    setup, number = session.deal
    later = {0: "", 1: ", then 'new'"}.get(max(0, number - 1), ", then 'new' again and again")
    typed = setup.command_line(session.game.file)
    return "\n".join([*lines, f"It is dealt by{later}:", f"  {typed}", ""])


def options_text(game: type[Game]) -> str:
    lines = ["Options"]
    for declared in game.options_type.declared():
        argument = declared.metadata["argument"]
        default = f" {argument.form} (default {usual_text(declared)})"
        line = flag(declared) + ("" if isinstance(argument, Switch) else default)
        lines.append(wrap_text(line, 79, initial_indent="  ", subsequent_indent="      "))
        lines.append(f"      {declared.metadata['help']}")
    for name, bundle in game.options_type.variants.items():
        lines.append(f"  --variant {name}")
        words = " ".join(game.options_type(**bundle).words())
        lines.append(f"      {words or 'The game with all defaults.'}")
    return "\n".join(lines) + "\n"
