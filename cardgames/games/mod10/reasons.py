"""The reasons for the moves that the computer player of Mod10 advises, in words."""

from collections.abc import Sequence
from typing import Final

from cardgames.games.mod10.game import Mod10
from cardgames.model.game import Move

NO_TRIPLET: Final = "no triplet can be picked up"
"""Why a deal is the only move."""
NO_WIN: Final = "no way to a win was found"
FEWEST: Final = f"{NO_WIN}; this leaves the fewest cards"
"""The reason to follow a plan that was not found to win."""
CLEAR: Final = 3 / 8
"""The share of the guesses by which a move must be ahead of another one, to be compared with it."""
NEAR: Final = 1 / 8
"""The share of the guesses up to which two moves are about as good."""


def why_only(game: Mod10, move: Move) -> str:
    """Say why MOVE is the only one in GAME."""
    if move.name == "deal":
        return NO_TRIPLET
    if game.deck:
        return "it must be picked up before the next deal"
    return "the deck is empty, and no other triplet can be picked up"


def why_better(
    game: Mod10, rival: Move, worths: Sequence[int], rivals: Sequence[int], unseen: int
) -> str:
    """Say how a move does beside RIVAL in guesses at the UNSEEN cards.

    WORTHS are the results of the move in these guesses, RIVALS those of RIVAL. The move has the
    better average. A number is told only if the two are clearly apart.
    """
    of, better = len(worths), sum([one > other for one, other in zip(worths, rivals)])
    ahead = better - sum([one < other for one, other in zip(worths, rivals)])
    named, guesses = _named(game, rival), f"guesses at the {unseen} unseen cards"
    if ahead >= CLEAR * of:
        return f"it does better than {named} in {better} of {of} {guesses}"
    if abs(ahead) <= NEAR * of:
        return f"{named} does about as well in {of} {guesses}"
    return f"on average it does best in {of} {guesses}"


def why_winning(moves: int) -> str:
    """Say that a plan of MOVES wins."""
    return f"it wins, in {moves} moves" if moves > 1 else "it wins the game"


def why_longest(moves: int) -> str:
    """Say that of all plans found, which lose, one of MOVES lasts longest."""
    lasts = f"{moves} moves" if moves > 1 else "1 move"
    return f"{NO_WIN}; this lasts longest, for {lasts}"


def _named(game: Mod10, move: Move) -> str:
    """Name MOVE, which can be made in GAME, as something to do."""
    if move.name == "deal":
        return "a deal"
    s, *places = move.arguments
    first, second, third = [game.stacks[s - 1][place - 1] for place in places]
    return f"picking up {first}, {second} and {third}"
