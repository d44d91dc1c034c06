"""Games in which programs have seats: the option `--seat`."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import click

from cardgames.cli.playing import play
from cardgames.model.errors import printable
from cardgames.model.game import HUMAN, JOIN
from cardgames.play.guest import Guest
from cardgames.play.session import Session
from cardgames.seats.program import Bot
from cardgames.text import wording
from cardgames.text.console import at_terminal
from cardgames.text.textplayer import TextPlayer


def play_with_guests(session: Session, values: Mapping[str, Any], message: str) -> int:
    """Play as `play` does, with the programs that --seat names; return the exit status."""
    given: Sequence[tuple[int, str]] = values["seat"]
    named = {seat: who for seat, who in given if seat in session.setup.away and who != JOIN}
    if len(named) < len(session.setup.away) and at_terminal():
        raise click.UsageError(f"a seat of '{JOIN}' is for scripts: name a program")
    if not named:
        return play(session, values, message, values["auto"])
    if values["auto"] is not None:
        raise click.UsageError("--auto lets a computer play all seats of people: leave out --seat")
    message += "A program plays here: this game is not kept in the diary.\n" * at_terminal()
    bots = {seat: Bot(who) for seat, who in named.items()}
    try:
        return play(session, values, message, prepare=partial(_sit_down, bots))
    finally:
        for bot in bots.values():
            bot.close()


def _sit_down(bots: Mapping[int, Bot], player: TextPlayer) -> None:
    """Let BOTS play at their seats; PLAYER says when one leaves."""
    for seat, bot in bots.items():
        alone = player.session.seats[seat - 1] == HUMAN
        player.session.guests[seat] = Guest(seat, bot, partial(_left, player, bot, alone))


def _left(player: TextPlayer, bot: Bot, alone: bool, why: str) -> None:
    told = printable(why if why.startswith(bot.command) else f"{bot.command} {why}")
    stays = "you play on" if alone else "the computer plays on"
    player.screen.remark(wording.wrapped(f"{told}: {stays}."))
