"""What every game says alike: the help, the rules, the counts."""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

from cardgames.model.arguments import Switch
from cardgames.model.commands import Command, Commands
from cardgames.model.game import Advice, Game, Options, Outcome, flag
from cardgames.play.session import Session


def rules_text(game: type[Game]) -> str:
    """The rules of GAME, with its options."""
    from importlib.resources import files

    package = game.__module__.rpartition(".")[0]
    text = files(package).joinpath("rules.txt").read_text(encoding="utf-8")
    return f"{text}\n{options_text(game)}"


def options_text(game: type[Game]) -> str:
    """The game's options and variants, as the rules show them."""
    from textwrap import fill

    lines = ["Options"]
    for declared in game.options_type.declared():
        argument = declared.metadata["argument"]
        default = f" {argument.form} (default {argument.text(declared.default)})"
        line = flag(declared) + ("" if isinstance(argument, Switch) else default)
        lines.append(fill(line, 79, initial_indent="  ", subsequent_indent="      "))
        lines.append(f"      {declared.metadata['help']}")
    for name, bundle in game.options_type.variants.items():
        lines.append(f"  --variant {name}")
        lines.append(f"      {_bundle_text(game.options_type, bundle)}")
    return "\n".join(lines) + "\n"


def _bundle_text(options: type[Options], bundle: Mapping[str, Any]) -> str:
    return " ".join(options(**bundle).words()) or "The game as it is without any option."


def help_text(commands: Commands, common: Commands) -> str:
    """The commands: those of the game one a line, those COMMON to all games together."""
    from textwrap import fill

    own = [item for name, item in commands.all.items() if name not in common.all]
    width = max(len(signature(item)) for item in own)
    lines = [f"  {signature(item):<{width}}  {item.summary}" for item in own]
    others = ", ".join(commands.all[name].usage for name in common.all)
    lines.append(fill(others, width=76, initial_indent="  ", subsequent_indent="  "))
    lines.append("  'help COMMAND' explains one; 'rules' explains the game.")
    return "\n".join(lines) + "\n"


def command_help(item: Command) -> str:
    """What one command does."""
    from textwrap import fill

    paragraphs = cleandoc(item.doc).split("\n\n")
    filled = (fill(text, 78, initial_indent="  ", subsequent_indent="  ") for text in paragraphs)
    return "\n".join([signature(item), "\n\n".join(filled), ""])


def signature(item: Command) -> str:
    """How a command is typed, and its short forms: 'tabtab T1 T2 (tt)'."""
    shorts = f" ({', '.join(item.shorts)})" if item.shorts else ""
    return item.usage + shorts


def welcome_text(session: Session, columns: int) -> str:
    """What a player is told first, at a terminal of so many COLUMNS."""
    title = session.game.title()
    narrow = f"The board needs 80 columns, and there are {columns}.\n" if columns < 80 else ""
    welcome = f"{title}, {deal_text(session)}. 'help' lists the commands, 'rules' the rules.\n"
    return welcome + narrow


def deal_text(session: Session) -> str:
    """Which deal is played: 'seed 42', 'seed 42, game 2' or 'a given deck'."""
    if session.deals == 0:
        return "a given deck"
    return f"seed {session.seed}" + (f", game {session.deals}" if session.deals > 1 else "")


def ending_text(outcome: Outcome, session: Session) -> str:
    """How the game ended, and what it took."""
    result = {1: "You won", None: "A draw"}.get(outcome.winner, "You lost")
    return wrapped(f"{result}: {outcome.reason}. {counts_text(session)}.")


def hint_text(hint: Advice, what: str) -> str:
    """The move to make, WHAT it does, and why."""
    if hint.move is None:
        return f"Hint: undo ({hint.why}).\n"
    return wrapped(f"Hint: {hint.move} ({what}): {hint.why}.")


def wrapped(text: str) -> str:
    """The text in lines that fit a terminal."""
    from click.formatting import wrap_text

    return wrap_text(text, 79, subsequent_indent="  ") + "\n"


def stuck_text(why: str) -> str:
    """That there is nothing to do but to go back."""
    return f"The game is stuck: {why}. Try undo, or new.\n"


def moves_text(told: list[tuple[str, str]]) -> str:
    """Moves, each with what it does, one a line."""
    width = max((len(move) for move, _ in told), default=0)
    return "".join(f"  {move:<{width}}  {what}".rstrip() + "\n" for move, what in told)


def counts_text(session: Session) -> str:
    """The moves made, and the undos and hints used: '12 moves, 1 undo'."""
    counts = [counted(session.moves_made, "move")]
    counts += [counted(session.undos, "undo")] if session.undos else []
    counts += [counted(session.hints, "hint")] if session.hints else []
    return ", ".join(counts)


def help_used_text(session: Session) -> str:
    """The undos and hints that were used: 'With 1 undo and 2 hints.'; '' without any."""
    used = [counted(session.undos, "undo")] if session.undos else []
    used += [counted(session.hints, "hint")] if session.hints else []
    return f"With {' and '.join(used)}." if used else ""


def counted(number: int, noun: str) -> str:
    """A number of things: '1 move', '2 moves'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
