"""Playing Slap without slaps at great speed: that is Beggar-My-Neighbour.

A hand is a string that says for each card how many chances it leaves: 0 is a plain card, 1 to 4
are the honours. What the next few cards lead to is looked up in tables. A test holds the results
against those of the model.
"""

from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.games.slap.deck import CHANCES
from cardgames.model.cards import DECK

SIGNS: Final = {card: str(CHANCES.get(card.rank, 0)) for card in DECK}
"""What stands for each card in a hand."""
KINDS: Final = sorted(set(SIGNS.values()))
LONG: Final = 2000
"""A game of so many rounds may be one that goes round for ever."""

Payments: TypeAlias = "dict[str, tuple[int, Any, str]]"
"""How a player pays whose next four cards are these: how many of them, what the other player then
pays by, or None if the round is won, and the cards paid."""
Leads: TypeAlias = "dict[str, dict[str, tuple[int, int, str, Payments | None, bool]]]"
"""How a round begins if these are the next three cards of the player who leads and of the other
one: how many each plays, the cards, what is then paid by, or None if the round is won, and whether
the other player pays, or has won it. What is paid by without a challenge is empty."""


class Played(NamedTuple):
    """How a game went."""

    winner: int | None
    """Player 1 or 2; None if neither could play on."""
    score: int
    """The cards left in the hand of player 1."""
    cards: int
    rounds: int


class Round(NamedTuple):
    """How a round went."""

    mine: int
    """How many cards the player played who led."""
    theirs: int
    cards: str
    won: bool | None
    """Has that player won the round? None if neither could play on."""
    over: bool
    """Was it the end of the game, with the cards still on the table?"""


def play_game(mine: str, theirs: str, plays_on: bool = True) -> Played | None:
    """Play a game in which the first player leads; None if it is LONG.

    A player without cards is passed over if the game PLAYS_ON, else loses when it is time to play.
    """
    leads, no_challenge = all_leads(), all_payments()[0]
    seat = 1
    i = j = 0
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
        except KeyError:  # The cards run out: play it from the beginning, one card at a time.
            if seat != leader:
                mine, theirs, seat = theirs, mine, leader
            p, q, pile, won, over = play_round(mine[at:], theirs[other:], plays_on)
            i, j = at + p, other + q
            if not won:
                mine, theirs, i, j, seat = theirs, mine, j, i, 3 - seat
            if over:
                left = len(mine) - i if seat == 1 else len(theirs) - j
                return Played(None if won is None else seat, left, i + j, rounds)
        mine += pile
        if j == len(theirs):
            return Played(seat, (len(mine) - i) * (seat == 1), i + j, rounds + 1)
    return None


def play_round(mine: str, theirs: str, plays_on: bool) -> Round:
    """Play a round card by card; the first player leads."""
    hands, at = (mine, theirs), [0, 0]
    turn = challenger = chances = 0
    pile = ""
    while True:
        if at[turn] == len(hands[turn]):
            turn = 1 - turn
            stuck = at[turn] == len(hands[turn])
            if stuck or not plays_on:
                return Round(at[0], at[1], pile, None if plays_on else turn == 0, True)
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
    """How challenges are paid, by the number of chances; without any there are none."""
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
    """How rounds begin."""
    shared: dict[Any, Any] = {}
    leads: Leads = {mine: {} for mine in windows(3)}
    for mine, theirs in product(leads, repeat=2):
        if led := _led(mine, theirs):
            leads[mine][theirs] = shared.setdefault((*led[:3], id(led[3]), led[4]), led)
    return leads


def windows(most: int) -> list[str]:
    """All that the next cards of a hand can be, up to so many."""
    sizes = range(1, most + 1)
    return ["".join(cards) for size in sizes for cards in product(KINDS, repeat=size)]


def _led(mine: str, theirs: str) -> "tuple[int, int, str, Payments | None, bool] | None":
    """How a round begins, as far as these cards tell; None if they run out."""
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
