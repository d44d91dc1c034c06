"""Slap without slaps, which is Beggar-My-Neighbour, played at great speed.

A hand is a string with a digit for each card: the number of cards that the other player must pay
to it, 1 to 4 for the honors and 0 for a plain card. Tables give the course of play from the next
few cards of both hands, so that most steps of a round are one look-up. That is almost three times
as fast as `play_round`, which plays card by card; it matters where millions of games are played to
find rare results. A test compares both with the model.
"""

from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.games.slap.sides import CHANCES

KINDS: Final = "".join(map(str, range(len(CHANCES) + 1)))
"""The digits that stand for cards: 0 to 4."""
LONG: Final = 2000
"""The number of rounds after which a game is given up, as it may never end."""

Payments: TypeAlias = "dict[str, tuple[int, Any, str]]"
"""For the next four cards of a player who pays to an honor: the number of cards paid, the table for
the other player's payment in return (None if the round is over), and the cards paid."""
Leads: TypeAlias = "dict[str, dict[str, tuple[int, int, str, Payments | None, bool]]]"
"""For the next three cards of the leader, and of the other player: how many cards each plays as the
round begins, these cards, the table for the payment that follows (empty if no honor was played,
None if the round is over), and whether it is the other player who pays, or has won."""


class Played(NamedTuple):
    """The result of a game."""

    winner: int | None
    """The winner, player 1 or 2; None if neither player could play on."""
    score: int
    """The number of cards left in the hand of player 1."""
    cards: int
    rounds: int
    """The number of rounds, including an unfinished one in which a player lost."""


class Round(NamedTuple):
    """The result of a round."""

    mine: int
    """The number of cards played by the leader."""
    theirs: int
    """The number of cards played by the other player."""
    cards: str
    won: bool
    """Did the leader win the round?"""
    over: bool
    """Did the game end in this round, with the cards still on the table?"""


def play_game(mine: str, theirs: str, plays_on: bool = True) -> Played | None:
    """Play a game from two hands; player 1 has MINE and leads. Return None after LONG rounds.

    A player without cards is skipped if PLAYS_ON, and otherwise loses when next to play.
    """
    leads, no_challenge = all_leads(), all_payments()[0]
    seat = 1  # The leader, whose hand is MINE.
    i = j = 0  # The number of cards played from each hand; to shorten a hand would copy it.
    for rounds in range(LONG):
        leader, at, other = seat, i, j
        try:
            p, q, pile, pay, turned = leads[mine[i : i + 3]][theirs[j : j + 3]]
            i, j = i + p, j + q
            while pay is no_challenge:
                p, q, cards, pay, turned = leads[mine[i : i + 3]][theirs[j : j + 3]]
                i, j, pile = i + p, j + q, pile + cards
            if turned:
                mine, theirs, i, j, seat = theirs, mine, j, i, 3 - seat
            while pay:
                p, pay, cards = pay[mine[i : i + 4]]
                i, pile = i + p, pile + cards
                if not pay:
                    mine, theirs, i, j, seat = theirs, mine, j, i, 3 - seat
                    break
                p, pay, cards = pay[theirs[j : j + 4]]
                j, pile = j + p, pile + cards
        except KeyError:  # A hand runs out of cards: play the whole round again, card by card.
            if seat != leader:
                mine, theirs, seat = theirs, mine, leader
            p, q, pile, won, over = play_round(mine[at:], theirs[other:], plays_on)
            i, j = at + p, other + q
            if not won:
                mine, theirs, i, j, seat = theirs, mine, j, i, 3 - seat
            if over:
                left = len(mine) - i if seat == 1 else len(theirs) - j
                return Played(None if plays_on else seat, left, i + j, rounds + (not plays_on))
        mine += pile
        if j == len(theirs):
            return Played(seat, (len(mine) - i) * (seat == 1), i + j, rounds + 1)
    return None


def play_round(mine: str, theirs: str, plays_on: bool) -> Round:
    """Play a round card by card; MINE is the hand of the leader. For PLAYS_ON see `play_game`."""
    hands, at = (mine, theirs), [0, 0]
    turn = challenger = chances = 0
    pile = ""
    while True:
        if at[turn] == len(hands[turn]):
            turn = 1 - turn
            stuck = at[turn] == len(hands[turn])
            if stuck or not plays_on:
                return Round(at[0], at[1], pile, turn == 0, True)
        card = hands[turn][at[turn]]
        at[turn] += 1
        pile += card
        if card > "0":
            challenger, chances, turn = turn, int(card), 1 - turn
        elif chances == 0:
            turn = 1 - turn
        elif chances == 1:
            return Round(at[0], at[1], pile, challenger == 0, False)
        else:
            chances -= 1


@cache
def all_payments() -> list[Payments]:
    """Return five tables, for 0 to 4 cards still to be paid; the first one is empty."""
    tables: list[Payments] = [{} for _ in KINDS]
    for chances, table in enumerate(tables):
        for window in windows(4) if chances else ():
            plain = len(window) - len(window.lstrip("0"))
            paid = window[: min(plain + 1, chances)]
            if paid[-1] > "0":
                table[window] = (len(paid), tables[int(paid[-1])], paid)
            elif len(paid) == chances:
                table[window] = (chances, None, paid)
    return tables


@cache
def all_leads() -> Leads:
    """Return the table of how rounds begin; equal entries share a tuple to save memory."""
    shared: dict[Any, Any] = {}
    leads: Leads = {mine: {} for mine in windows(3)}
    for mine, theirs in product(leads, repeat=2):
        if led := _led(mine, theirs):
            leads[mine][theirs] = shared.setdefault((*led[:3], id(led[3]), led[4]), led)
    return leads


def windows(most: int) -> list[str]:
    """Return every possible string of 1 to MOST cards."""
    sizes = range(1, most + 1)
    return ["".join(cards) for size in sizes for cards in product(KINDS, repeat=size)]


def _led(mine: str, theirs: str) -> "tuple[int, int, str, Payments | None, bool] | None":
    """Return the entry of Leads for the next cards, MINE and THEIRS; None if they are too few."""
    hands, at = (mine, theirs), [0, 0]
    turn = chances = 0
    pile = ""
    while at[turn] < len(hands[turn]):
        card = hands[turn][at[turn]]
        at[turn] += 1
        pile += card
        if card == "0" and chances == 1:
            return (at[0], at[1], pile, None, turn == 0)
        if card > "0":
            chances = int(card)
        elif chances:
            chances -= 1
            continue
        turn = 1 - turn
    return (
        (at[0], at[1], pile, all_payments()[chances], turn == 1) if len(hands[turn]) == 3 else None
    )
