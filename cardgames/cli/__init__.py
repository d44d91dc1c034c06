"""The shell commands for games, and the groups of such commands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

import click

from cardgames import games
from cardgames.cli.options import HELP, RUN, game_of, run_option
from cardgames.model.errors import CardGameError, InvalidCommand

Run: TypeAlias = Callable[..., int]
"""A function that takes option values and carries out a command; it returns the exit status."""
Params: TypeAlias = Callable[[str], Sequence[click.Parameter]]
"""A function that takes the name of a game and makes the parameters of its command."""


class GameCommand(click.Command):
    """A command for one game. The game is loaded when the command is used."""

    def __init__(self, game: str, made: Params, **declared: Any) -> None:
        super().__init__(game, **declared)
        self._made = made

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        if not self.params:
            self.params = [*self._made(str(self.name))]
        return super().get_params(ctx)


class GameGroup(click.Group):
    """A group with a command for each game, including the games from outside."""

    command_class: type[GameCommand] = GameCommand
    command_for: Callable[[games.Listing], GameCommand]  # makes the command for a game
    needs = ""  # the computer player that a game must have
    modules: ClassVar[Mapping[str, str]] = {}  # the modules of all other commands, by name

    def each(
        self, params: Params, short: str, about: str, *examples: str, needs: str = ""
    ) -> Callable[[Run], Run]:
        """Return a decorator for the function that carries out the commands of all games.

        In the texts, {0.title} stands for the title of the game.
        """
        shown = "".join(f"  {example}\n" for example in examples)
        text = f"{about}\n\n\b\nExample{'s' * (len(examples) > 1)}:\n{shown}"
        self.needs = needs

        def decorator(callback: Run) -> Run:
            def command_for(game: games.Listing) -> GameCommand:
                told = {"short_help": short.format(game), "help": text.format(game)}
                return self.command_class(game.name, params, callback=callback, **told)

            self.command_for = command_for
            return callback

        return decorator

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names, perhaps with the title of a game.

        Options before the command are repeated after it, if the command has them. Raises
        CardGameError.
        """
        ctx.meta[RUN] = "--run" in args
        word, *rest = args
        command = self.get_command(ctx, word)
        if command is not None:
            # the names of environment variables contain the name of the game
            name = word if games.is_file(word) else command.name
            return name, command, [*look_before(ctx, command), *rest]
        if not ctx.resilient_parsing:
            raise games.unknown(word, self.modules)
        return word, None, rest

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(row.name for row in games.every() if self.needs in ("", *row.strategies))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name, or None if there is none; raises CardGameError."""
        if (found := super().get_command(ctx, cmd_name)) is not None:
            return found
        try:
            name = cmd_name if cmd_name in games.NAMES else game_of(ctx, cmd_name)
            if not name:
                return None
            row = games.listing(name)
            if self.needs not in ("", *row.strategies):
                have = f"'cardgames {self.name} --help' lists the games that have one"
                raise InvalidCommand(f"there is no {self.needs} for {row.title}: {have}")
        except CardGameError:
            if ctx.resilient_parsing:  # while the shell completes a line
                return None
            raise
        command = self.command_for(row)
        if name in games.NAMES:
            return self.commands.setdefault(name, command)
        if games.is_file(cmd_name):
            command.get_params(ctx)  # makes them
            command.params.append(run_option())
        return command


def group(ctx: click.Context) -> click.Group:
    assert isinstance(ctx.command, click.Group)
    return ctx.command


def command_of(ctx: click.Context, name: str) -> click.Command:
    """Return the command with this name; the context is that of the whole program."""
    found = group(ctx).get_command(ctx, name)
    assert found is not None
    return found


def look_before(ctx: click.Context, command: click.Command) -> list[str]:
    """Return, as words, the options that were typed before a command.

    Options that the command does not have are left out.
    """
    words, taken = [], {option.name for option in command.get_params(ctx)}
    for option in ctx.command.params:
        value = ctx.params.get(str(option.name))
        if value is None or option.name not in taken:
            continue
        assert isinstance(option, click.Option)
        # a flag that is off is repeated by its other name, such as --no-color
        flags = option.opts if value else option.secondary_opts
        words += [flags[0]] if option.is_flag else [option.opts[0], value]
    return words
