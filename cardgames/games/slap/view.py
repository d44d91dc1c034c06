"""Slap in text: the players and the pile, and the words for moves and events."""

from collections.abc import Callable, Mapping
from typing import Final

from cardgames.games.slap.game import Slap
from cardgames.games.slap.sides import slapper
from cardgames.model.game import Move, Outcome
from cardgames.model.names import clause, does, name_of, title, whose
from cardgames.text.look import WORDS, Look
from cardgames.text.wording import counted, fitted, wrapped

SHOWN: Final = 6
"""The number of cards shown of the pile, from its top; the rules look at no more than four."""
TOPS: Final = {
    "pair": (2, "a pair"),
    "sandwich": (3, "a sandwich"),
    "run": (3, "a run"),
    "flush": (4, "a flush"),
    "ten-sum": (2, "they make ten"),
    "marriage": (2, "a marriage"),
    "divorce": (3, "a divorce"),
}
"""For each rule, the number of cards that it looks at, and the words for such cards."""
SHORT: Final = {
    "computer": "comp.",
    "player 1": "pl. 1",
    "player 2": "pl. 2",
    "computer 1": "co. 1",
    "computer 2": "co. 2",
}
"""The players' names below the pile, where a screen has no room for more."""
TABLE: Final = {"slaps won": 10, "missed": 8, "wrong": 8, "mean reaction": 15}
NARROW_TABLE: Final = {"won": 3, "missed": 7, "wrong": 6, "mean": 7}
"""The headings of the record of slaps with the widths of their columns, on a narrow screen."""
NARROW: Final = 80
"""A screen with fewer columns is a narrow one."""


def picture(game: Slap, look: Look) -> str:
    """Return the screen: both players, the pile between them, and whose turn it is."""
    lines = [
        f"{_round(game)}, {counted(game.cards, 'card')} played.",
        fitted(_player(game, 2), look.columns),
        *(_pile_in_words(game, look) if look.style == WORDS else _pile(game, look)),
        fitted(_player(game, 1), look.columns),
    ]
    if game.outcome() is None:
        lines.append(fitted(awaited(game), look.columns))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def changes(game: Slap) -> str:
    """Return the size of the pile and whose turn it is; `news` reports the moves."""
    lines = [size(game), awaited(game) if game.outcome() is None else ""]
    return "".join(f"{line}.\n".replace("..", ".") for line in lines if line)


def _round(game: Slap) -> str:
    return "The end" if game.outcome() is not None else f"Round {game.rounds + 1}"


def _player(game: Slap, seat: int) -> str:
    side = game.side(seat)
    line = f"  {title(game.options, seat):<15} {counted(len(side.hand), 'card')}"
    if side.timeout:
        line += f", no slaps for the next {counted(side.timeout, 'card')}"
    return line


def _pile(game: Slap, look: Look) -> list[str]:
    """Return the top cards of the pile, the topmost in brackets, and who played each."""
    narrow = look.columns < NARROW
    shown = min(SHOWN, (look.columns - 6) // 7) if narrow else SHOWN
    cards, by = game.pile[-shown:], game.by[-shown:]
    names = [name_of(game.options, seat).removeprefix("the ") for seat in by]
    names = [SHORT.get(name, name) for name in names] if narrow else names
    width = max([6] * narrow + [len(name) + 2 for name in names] + [2])
    row, players = "", ""
    for number, (card, name) in enumerate(zip(cards, names), 1):
        frame = "[{}]" if number == len(cards) else "{}"
        gap = width - len(frame.format(look.plain(card)))
        row += " " * gap + frame.format(look.card(card))
        players += f"{name:>{width}}"
    more = "..." if len(game.pile) > shown else "   "
    top = f"  {more}{row}" if cards else "      no cards"
    below = fitted(f"      {size(game)}".rstrip(), look.columns)
    return ["", top, f"     {look.dim(players)}", below, ""]


def _pile_in_words(game: Slap, look: Look) -> list[str]:
    """Return the pile in sentences, for a screen reader."""
    shown = list(zip(game.pile, game.by))[: -SHOWN - 1 : -1]
    cards = [f"{look.card(card)} by {name_of(game.options, seat)}" for card, seat in shown]
    line = wrapped(f"On the pile, from the top: {', '.join(cards) or 'no cards'}.")
    return [line.rstrip(), size(game)]


def size(game: Slap) -> str:
    """Return the number of cards in the pile, and of penalty cards under it."""
    if not game.pile:
        return ""
    under = f", and {counted(len(game.under), 'penalty card')} under it" if game.under else ""
    return f"{counted(len(game.pile), 'card')} in the pile{under}"


def awaited(game: Slap) -> str:
    """Say whose turn it is, and why."""
    options, turn = game.options, game.turn
    if game.pending:
        may = "will" if options.seats()[game.pending - 1] == "computer" else "may"
        return f"{does(options, game.pending, 'have')} won the pile, and {may} collect it."
    if not game.side(turn).hand:
        return "Neither player has a card left: the pile can only be slapped."
    other = clause(options, 3 - turn, "have")
    alone = "" if game.side(3 - turn).hand else f", since {other} no cards"
    if not game.challenger:
        return (
            f"{does(options, turn, 'play' if game.pile else 'lead')}{' on' * bool(alone)}{alone}."
        )
    chances = f"{counted(game.chances, 'chance')} left"
    if game.challenger == turn:
        return f"{does(options, turn, 'play')} on{alone}: {chances}."
    return f"{does(options, turn, 'play')} against {challenge(game)}: {chances}."


def awaited_in_short(game: Slap) -> str:
    """Say only what is left of a challenge, on a screen that shows whose turn it is."""
    if game.pending:
        return f"{does(game.options, game.pending, 'have')} won the pile."
    if not game.challenger or game.challenger == game.turn:
        return awaited(game)
    return f"{counted(game.chances, 'chance')} against {challenge(game)}."


def challenge(game: Slap) -> str:
    """Name the honor to which cards are being paid: 'your king'."""
    honor = next(
        card
        for card, seat in zip(reversed(game.pile), reversed(game.by))
        if seat == game.challenger and card.rank.label in "JQKA"
    )
    return f"{whose(game.options, game.challenger)} {honor.rank.name.lower()}"


def tell(move: Move, game: Slap, look: Look) -> str:
    """Say in a few words what a move does."""
    if move.name == "slap":
        return right(game, look) or "wrong: no rule allows it"
    if move.name == "collect":
        return f"{counted(len(game.pile), 'card')} for {name_of(game.options, game.pending)}"
    if move.name == "wait":
        return "time passes"
    if {"human", "computer"} == {*game.options.seats()} and game.turn == 2:
        return "your next card, when your turn has come"
    return f"{whose(game.options, game.turn)} next card"


def right(game: Slap, look: Look) -> str:
    """Say by which rule and cards the pile can be slapped; '' if it cannot."""
    rule = game.rule()
    if not rule:
        return ""
    count, name = TOPS[rule]
    return f"{name}, {look.cards(game.pile[-count:])}"


def news(
    before: Slap,
    move: Move,
    after: Slap,
    rival: Move | None,
    look: Look,
    wrap: Callable[[str], str] = wrapped,
) -> str:
    """Report MOVE in lines made by WRAP; RIVAL is the automatic move that it beat, if any."""
    options = before.options
    if move.name == "play":
        return f"{does(options, before.turn, 'play')} {look.card(after.pile[-1])}.\n"
    if move.name == "collect":
        count = len(before.pile) + len(before.under)
        return f"{does(options, before.pending, 'collect')} {counted(count, 'card')}.\n"
    if move.name == "wait":
        return ""
    seat, ms = slapper(move), move.arguments[-1]
    slaps = f"{does(options, seat, 'slap')} after {ms} ms"
    if why := right(before, look):
        if rival is not None and rival.name == "slap":
            why += f". {does(options, rival.seat, 'come')} {rival.arguments[0] - ms} ms later"
        return wrap(f"{slaps}: {why}.")
    cards = look.cards(before.pile[-4:])
    told = f"{slaps}, wrongly: no rule allows it on {cards}. {cost(before, seat)[0]}"
    return wrap(told.rstrip())


def beaten(game: Slap, move: Move, slap: Move, ms: int) -> str:
    """Say that SLAP came before MOVE, which was to be made at MS milliseconds."""
    if move.name == "slap":
        from cardgames.games.slap.grace import too_late  # with the first late slap

        return too_late(game.options, slap, slap.seat, slapper(move), ms)
    name = name_of(game.options, slap.seat)
    return f"Too late to {move.name}: {name} slapped after {slap.arguments[0]} ms.\n"


def score(game: Slap) -> str:
    """Return the number of cards in each hand and in the pile, and the number of rounds."""
    first, second = (
        f"{name_of(game.options, seat)} {len(game.side(seat).hand)}" for seat in (1, 2)
    )
    pile, rounds = len(game.pile) + len(game.under), counted(game.rounds_played(), "round")
    return f"Score: {first}, {second}, in the pile {pile}; {rounds}."


def report(game: Slap, outcome: Outcome, columns: int) -> str:
    """Say how the game ended, with each player's record of slaps in a table."""
    who = "Nobody wins" if outcome.winner is None else does(game.options, outcome.winner, "win")
    if who == "You win":
        who = "You won"
    elif outcome.winner == 2 and game.options.players == "human,computer":
        who = "You lost"
    lines = [
        f"{who}: {outcome.reason}.",
        f"{counted(game.cards, 'card')} played, {counted(game.rounds_played(), 'round')}.",
    ]
    if game.options.slaps != "none":
        lines += _record(game, NARROW_TABLE if columns < NARROW else TABLE)
    return "\n".join(lines) + "\n"


def _record(game: Slap, table: Mapping[str, int]) -> list[str]:
    """Return each player's record of slaps; TABLE maps each heading to its column's width."""
    lines = [" " * 16 + "".join(f"{heading:>{width}}" for heading, width in table.items())]
    for seat in (1, 2):
        side = game.side(seat)
        mean = f"{side.reaction / side.won:.0f} ms" if side.won else "-"
        counts = zip((side.won, side.missed, side.wrong, mean), table.values())
        cells = "".join(f"{count:>{width}}" for count, width in counts)
        lines.append(f"  {title(game.options, seat):<14}{cells}")
    return lines


def cost(game: Slap, seat: int) -> tuple[str, str]:
    """Say what a wrong slap of SEAT costs in GAME, or why nothing: in a sentence, and in short.

    Both are '' where no wrong slap costs anything.
    """
    options = game.options
    if options.penalty == "none":
        return "", ""
    if options.penalty == "timeout":
        has = does(options, seat, "have")
        return f"{has} to leave the next five cards alone.", "out for 5 cards"
    if options.penalty == "pile":
        takes, taker = does(options, 3 - seat, "take"), name_of(options, 3 - seat)
        return f"{takes} the pile.", f"the pile goes to {taker}"
    if game.is_free(seat):
        why = _why_free(game, seat)
        return f"It costs nothing: {why}.", f"free, as {why}"
    return "A card goes under the pile.", "a card is paid"


def _why_free(game: Slap, seat: int) -> str:
    """Say why a wrong slap of SEAT costs nothing in GAME."""
    options = game.options
    if not game.side(seat).hand and not (game.paid and options.penalty == "card"):
        return f"{clause(options, seat, 'have')} no card left"
    payer = seat if seat in game.paid else game.paid[0]
    return f"{clause(options, payer, 'have')} paid already"
