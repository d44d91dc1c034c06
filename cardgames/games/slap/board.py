"""Slap in text: its two pictures, the words for moves and events, and what is learned from slaps.

`picture` shows each position below the last one. `table` stands still on a screen: everything has a
fixed place, so that each covers the one before; the top card of the pile is large, and on a large
screen those under it, too; below them stand the player whose turn it is and the last events.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from click import unstyle

from cardgames.games.slap.game import Slap, slapper
from cardgames.games.slap.options import RULES, SlapOptions, rule_of
from cardgames.model.cards import Card
from cardgames.model.game import (
    Move,
    Options,
    Outcome,
    capital,
    clause,
    does,
    name_of,
    title,
    whose,
)
from cardgames.play.language import in_words
from cardgames.text.wording import (
    COLUMNS,
    LARGE_LINES,
    UNICODE,
    WORDS,
    Look,
    counted,
    fitted,
    wrapped,
)

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
LOG: Final = 5
"""The number of lines in the log of events, if there is room for them."""
LONG_LOG: Final = 15
"""The number of lines in the log on a large screen."""
LEAST_LINES: Final = 15
BESIDES: Final = 13
"""The number of lines that the log leaves to the rest."""
LEAST_COLUMNS: Final = 40
"""A screen with fewer columns has no room for this table."""
AIRY_LINES: Final = 24
"""A screen with this number of lines has room for blank ones."""
CELL: Final = 8
"""The width of a card under the top one, with the name of its player."""
LARGE_WIDTH: Final = 98
"""The width in which all cards can be large, with the number of cards at their left."""
FRAMES: Final = {
    True: ("┌───────┐", "│", "└───────┘"),
    False: (".-------.", "|", "'-------'"),
}
"""The top, sides and bottom of a card, with and without Unicode."""
VERBS: Final = {"slap": "slapped", "collect": "collected", "play": "played"}
BAR: Final = 100
"""The width of a bar of the histogram, in milliseconds."""
BARS: Final = 8
"""The number of bars; the last one counts all slower slaps."""
LONGEST_BAR: Final = 30
NAMES: Final = {rule: name for rule, (_, name) in TOPS.items()} | {"ten-sum": "a sum of ten"}
"""The name of the cards that each rule allows to slap, such as 'a sandwich'."""


def picture(game: Slap, look: Look) -> str:
    """Return the screen: both players, the pile between them, and whose turn it is."""
    over = game.outcome() is not None
    when = "The end" if over else f"Round {game.rounds + 1}"
    lines = [
        f"{when}, {counted(game.cards, 'card')} played.",
        _player(game, 2, look),
        *(_pile_in_words(game, look) if look.style == WORDS else _pile_in_a_row(game, look)),
        _player(game, 1, look),
    ]
    if not over:
        lines.append(fitted(awaited(game), look.columns))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def changes(game: Slap) -> str:
    """Return the size of the pile and whose turn it is; `news` reports the moves."""
    lines = [size(game), awaited(game) if game.outcome() is None else ""]
    return "".join(f"{line}.\n".replace("..", ".") for line in lines if line)


def _player(game: Slap, seat: int, look: Look, mark: str = " ") -> str:
    """Return a player's line, bold with a MARK."""
    side = game.side(seat)
    line = f"{mark} {title(game.options, seat):<15} {counted(len(side.hand), 'card')}"
    if side.timeout:
        out = f", no slaps for the next {counted(side.timeout, 'card')}"
        line += out if len(line + out) < look.columns else f", out for {side.timeout}"
    return line if mark == " " else look.bold(line)


def _pile_in_a_row(game: Slap, look: Look) -> list[str]:
    """Return the top cards of the pile, the topmost in brackets, and who played each."""
    narrow = look.columns < NARROW
    shown = min(SHOWN, (look.columns - 6) // 7) if narrow else SHOWN
    names = [_short(game, seat) if narrow else _short(game, seat, {}) for seat in game.by[-shown:]]
    width = max([6] * narrow + [len(name) + 2 for name in names] + [2])
    row = _in_cells(game.pile[-shown:-1], width, look)
    if game.pile:
        top = game.pile[-1]
        row += " " * (width - 2 - len(look.plain(top))) + f"[{look.card(top)}]"
    more = "..." if len(game.pile) > shown else "   "
    players = look.dim("".join(f"{name:>{width}}" for name in names))
    below = fitted(f"      {size(game)}".rstrip(), look.columns)
    return ["", f"  {more}{row}" if row else "      no cards", f"     {players}", below, ""]


def _in_cells(cards: Iterable[Card], width: int, look: Look) -> str:
    """Return CARDS side by side, each at the right of a cell of WIDTH."""
    return "".join(" " * (width - len(look.plain(card))) + look.card(card) for card in cards)


def _short(game: Slap, seat: int, names: Mapping[str, str] = SHORT) -> str:
    """Return the name of SEAT below a card, as short as NAMES has it."""
    name = name_of(game.options, seat).removeprefix("the ")
    return names.get(name, name)


def _pile_in_words(game: Slap, look: Look) -> list[str]:
    """Return the pile in sentences, for a screen reader."""
    shown = list(zip(game.pile, game.by))[: -SHOWN - 1 : -1]
    cards = [f"{look.card(card)} by {name_of(game.options, seat)}" for card, seat in shown]
    line = wrapped(f"On the pile, from the top: {', '.join(cards) or 'no cards'}.")
    return [line.rstrip(), size(game)]


def size(game: Slap) -> str:
    if not game.pile:
        return ""
    under = f", and {counted(len(game.under), 'penalty card')} under it" if game.under else ""
    return f"{counted(len(game.pile), 'card')} in the pile{under}"


def table(game: Slap, look: Look, log: Sequence[str], lines: int, taken: Any = None) -> str:
    """Return the table on a screen of LINES, with the LOG of events beneath.

    TAKEN is the event that has just taken the pile, if any; the picture shows where the pile goes.
    """
    air, large = [""] * (lines >= AIRY_LINES), lines >= LARGE_LINES
    pile = _pile(game if taken is None else taken.before, look)
    if taken is not None:
        pile[-1] = _going(taken, look)
    marks = "> " if game.player() == 1 else " >"
    rows = [
        _player(game, 2, look, marks[1]),
        *air,
        *pile,
        *air,
        _player(game, 1, look, marks[0]),
        *air,
        look.bold(_awaited(game, look)),
        *air,
        *_rows(log, look.columns, LONG_LOG if large else min(LOG, lines - BESIDES)),
    ]
    return "".join(f"{row}\n" for row in rows)


def end(game: Slap, log: Sequence[str]) -> str:
    """Return the last lines of the game: the final events, and the number of cards."""
    return "".join([*log[-2:], f"The end, {counted(game.cards, 'card')} played.\n"])


def status(game: Slap, look: Look, stopped: bool) -> str:
    """Return the line at the bottom: whether the clock is STOPPED, the round, the options.

    Options for which there is no room are left out whole.
    """
    line = f"{'Paused. ' * stopped}Round {game.rounds + 1}, {counted(game.cards, 'card')} played"
    words = in_words(replace(game.options, players=SlapOptions.players))  # who plays is seen
    shown = [f"{line}; {', '.join(words)}."] if words else []
    shown += [f"{line}; {', '.join([*words[:n], '...'])}" for n in reversed(range(len(words)))]
    line = next((text for text in shown if len(text) < look.columns), f"{line}.")
    return f"{look.bold(line) if stopped else look.dim(line)}\n"


def _awaited(game: Slap, look: Look) -> str:
    text = awaited(game)
    return text if len(text) < look.columns else _clipped(awaited_in_short(game), look.columns)


def _pile(game: Slap, look: Look) -> list[str]:
    """Return the top cards of the pile in six rows, the last one large, and who played each.

    On a large screen all of them are large.
    """
    large = look.has_room(LARGE_WIDTH, AIRY_LINES)
    shown = SHOWN if large else min(SHOWN, 1 + (look.columns - 14) // CELL)
    cards, by = game.pile[-shown:], game.by[-shown:]
    rows = [""] * 6
    for number, (card, seat) in enumerate(zip(cards, by), 1):
        if large or number == len(cards):
            name = name_of(game.options, seat).removeprefix("the ")
            cell = [*_large(card, look), look.dim(f"{name:^9}")]
        else:
            name = look.dim(f"{_short(game, seat):>{CELL - 1}}")
            blank = " " * (CELL - 1)
            cell = [blank, blank, _in_cells([card], CELL - 1, look), name, blank, blank]
        rows = [f"{row}{part} " for row, part in zip(rows, cell)]
    right = LARGE_WIDTH if large else 4 + CELL * (shown - 1) + 10
    before = ["", "", "... " * (len(game.pile) > shown), "", "", ""]
    rows = [f"{text:>{right - len(unstyle(row))}}{row}" for text, row in zip(before, rows)]
    told = _below(game, right - 10 * (len(cards) if large else 1))
    return [row.rstrip() for row in [*rows[:5], told + rows[5][len(told) :]]]


def _large(card: Card, look: Look) -> list[str]:
    top, side, bottom = FRAMES[look.style == UNICODE]
    rank, suit = card.rank.label, look.plain(card).removeprefix(card.rank.label)
    rows = [f" {rank:<6}", f"   {suit}   ", f"{rank:>6} "]
    return [top, *[f"{side}{look.colored(row, card)}{side}" for row in rows], bottom]


def _below(game: Slap, room: int) -> str:
    """Return the number of cards in the pile and under it, in fewer than ROOM columns."""
    if not game.pile:
        return ""
    under = f", {len(game.under)} under it" if game.under else ""
    told = f"   {counted(len(game.pile), 'card')} in the pile{under}"
    return told if len(told) < room else f"   {counted(len(game.pile), 'card')}{under}"


def _going(taken: Any, look: Look) -> str:
    """Say who gets the pile by the event TAKEN, between arrows that point to this player."""
    before, after = taken.before, taken.after
    arrows = "^^^" if after.turn == 2 else "vvv"
    count = counted(len(before.pile) + len(before.under), "card")
    text = f"{arrows} {count} to {name_of(after.options, after.turn)} {arrows}"
    return look.bold(_clipped(f"   {text}", look.columns))


def log(
    events: Iterable[Any], told: Sequence[tuple[int, str]], made: int, rival: Any, look: Look
) -> list[str]:
    """Return a line for each of the last events, the latest at the end.

    EVENTS come latest first, MADE is the number of all moves, and TOLD has other messages, each
    after the number of the move before it. RIVAL returns the automatic move that an event beat.
    """
    recent = enumerate(islice(events, LONG_LOG))
    lines = [(made - back, _line(event, rival(event), look)) for back, event in recent]
    lines = sorted([*lines, *told], key=lambda line: line[0])  # Stable: messages follow the move.
    return [line for _, line in lines[-LONG_LOG:]]


def _line(event: Any, rival: Move | None, look: Look) -> str:
    """Return EVENT in a line, shorter if that fits; it came before RIVAL, an automatic move."""
    before, move, after = event
    if move.name != "slap" or before.rule():
        text = news(before, move, after, rival, look, wrap=str)
        if len(unstyle(text)) >= look.columns:
            text = news(before, move, after, None, look, wrap=str)
        return text.rstrip("\n") + "\n"
    seat = slapper(move)
    told = f"{does(before.options, seat, 'slap')} wrongly after {move.arguments[-1]} ms"
    why, paid = _why_wrong_in_short(before, look), cost(before, seat)[1]
    if paid and before.options.practice:
        return f"{told}: {paid}.\n"  # the lesson says why
    full = f"{told}: {why}; {paid}.\n" if paid else f"{told}: {why}.\n"
    has_room = not paid or len(unstyle(full)) < 2 * look.columns - len("  ...")
    return full if has_room else f"{told}: {paid}.\n"


def _why_wrong_in_short(game: Slap, look: Look) -> str:
    if RULES.keys() & set(game.options.rules):
        return f"no rule allows it on {look.cards(game.pile[-4:])}"
    return f"{look.cards(game.pile[-2:])} is no pair"


def _rows(log: Sequence[str], columns: int, count: int) -> list[str]:
    """Return the last events of the log in COUNT rows, the latest at the bottom.

    An earlier event that has no room for all of its rows is left out.
    """
    rows: list[str] = []
    for line in reversed(log):
        folded = wrapped(line) if len(unstyle(line)) > COLUMNS else line
        event = fitted(folded, columns).splitlines()
        if rows and len(event) + len(rows) > count:
            break
        rows[:0] = event[-count:]
    return [*[""] * (count - len(rows)), *rows]


def _clipped(text: str, columns: int) -> str:
    if len(unstyle(text)) < columns:
        return text
    return unstyle(text)[: columns - 4].rpartition(" ")[0] + "..."


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
        if rival is not None and rival.name == "slap" and rival.arguments[0] > ms:
            why += f". {does(options, rival.seat, 'come')} {rival.arguments[0] - ms} ms later"
        return wrap(f"{slaps}: {why}.")
    cards = look.cards(before.pile[-4:])
    told = f"{slaps}, wrongly: no rule allows it on {cards}. {cost(before, seat)[0]}"
    return wrap(told.rstrip())


def beaten(game: Slap, move: Move, slap: Move, ms: int) -> str:
    """Say that SLAP came before MOVE, which was to be made at MS milliseconds."""
    if move.name == "slap":
        return too_late(game.options, slap, slap.seat, slapper(move), ms)
    name = name_of(game.options, slap.seat)
    return f"Too late to {move.name}: {name} slapped after {slap.arguments[0]} ms.\n"


def too_late(options: Options, first: Move, winner: int, seat: int, ms: int) -> str:
    """Say that SEAT slapped MS milliseconds after a card, too late for FIRST, a move of WINNER."""
    name, verb, other = name_of(options, winner), VERBS[first.name], name_of(options, seat)
    other = "and" if winner == seat else other
    slapped = "" if first.name == "slap" and winner != seat else " slapped"
    return f"Too late: {name} {verb} after {first.arguments[-1]} ms, {other}{slapped} after {ms}.\n"


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
    if options.penalty == "strict":
        out = clause(options, seat, "sit") + " out the next card"
        paid = not game.is_free(seat)
        return capital("a card goes under the pile, and " * paid + out) + ".", (
            "a card is paid, out for the next" if paid else "out for the next card"
        )
    if game.is_free(seat):
        why = _why_free(game, seat)
        return f"It costs nothing: {why}.", f"free, as {why}"
    return "A card goes under the pile.", "a card is paid"


def _why_free(game: Slap, seat: int) -> str:
    options = game.options
    if not game.side(seat).hand and not (game.paid and options.penalty == "card"):
        return f"{clause(options, seat, 'have')} no card left"
    payer = seat if seat in game.paid else game.paid[0]
    return f"{clause(options, payer, 'have')} paid already"


def is_missed(event: Any, seat: int) -> bool:
    """Did SEAT miss a slap, because EVENT took or covered a pile that could be slapped?"""
    if event.move.name == "slap":
        return bool(event.before.rule()) and slapper(event.move) != seat
    return event.move.name in ("play", "collect") and bool(event.before.rule())


def lesson(event: Any, look: Look) -> str:
    """Say which slap a person missed due to EVENT, or why EVENT is a wrong slap; '' if neither.

    If two people play, a slap by one of them is not reported as missed by the other.
    """
    before, slapped = event.before, event.move.name == "slap"
    seats = before.options.people()
    for seat in seats:
        if is_missed(event, seat) and not (slapped and len(seats) == 2):
            return f"Missed: {NAMES[before.rule()]}, {_cards(before, look)}; {_how(event)}.\n"
        if slapped and slapper(event.move) == seat and not before.rule():
            return _why_wrong(before, look)
    return ""


def after_game(events: Sequence[Any], look: Look) -> str:
    """Return the slaps that each person missed, and a histogram of their reactions."""
    if not events:
        return ""
    return "".join(
        _missed_text(events, seat, look) + _reactions_text(events, seat)
        for seat in events[0].before.options.people()
    )


def _cards(game: Slap, look: Look) -> str:
    """Return the cards that could be slapped, with their suits where these matter."""
    rule = game.rule()
    top = game.pile[-TOPS[rule][0] :]
    return "-".join(look.plain(card) if rule == "flush" else card.rank.label for card in top)


def _how(event: Any) -> str:
    """Say who took or covered the pile in EVENT: a slap, a played card or a collection."""
    options, move = event.before.options, event.move
    if move.name == "slap":
        return f"{name_of(options, slapper(move))} slapped after {move.arguments[-1]} ms"
    verb = "played on it" if move.name == "play" else "collected it"
    return f"{name_of(options, event.before.player())} {verb}"


def _why_wrong(game: Slap, look: Look) -> str:
    chosen = ("pair", *(rule for rule in game.options.rules if rule in RULES))
    other = rule_of(game.pile, RULES)
    if other:
        cards = look.cards(game.pile[-TOPS[other][0] :])
        return f"Wrong: {cards} is {NAMES[other]}, which counts only with --rules {other}.\n"
    rules = ", ".join(chosen[:-1]) + " or " * (len(chosen) > 1) + chosen[-1]
    return f"Wrong: {look.cards(game.pile[-4:])} has no {rules} on top.\n"


def _missed_text(events: Sequence[Any], seat: int, look: Look) -> str:
    """List the slaps that SEAT missed, by rule, each with the time of the other player's slap."""
    from textwrap import fill

    missed: dict[str, list[str]] = {}
    for event in events:
        if is_missed(event, seat):
            ms = f"{event.move.arguments[-1]} ms" if event.move.name == "slap" else "nobody"
            name = NAMES[event.before.rule()]
            missed.setdefault(name, []).append(f"{_cards(event.before, look)} ({ms})")
    if not missed:
        return ""
    player = title(events[0].before.options, seat)
    count = counted(sum(map(len, missed.values())), "slap")
    lines = [f"{player} missed {count} (in brackets, when the other one slapped):"]
    width = min(look.columns, 80) - 1
    for name, cards in missed.items():
        line = f"{name}, {', '.join(cards)}"
        lines.append(fill(line, width, initial_indent="  ", subsequent_indent="    "))
    return "\n".join([*lines, ""])


def _reactions_text(events: Sequence[Any], seat: int) -> str:
    """Return a histogram of the reactions of SEAT, by tenths of a second; '' if there are none."""
    times = [
        event.move.arguments[-1]
        for event in events
        if event.move.name == "slap" and slapper(event.move) == seat and event.before.rule()
    ]
    if not times:
        return ""
    bars = Counter(min(ms // BAR, BARS - 1) for ms in times)
    owner = capital(whose(events[0].before.options, seat))
    lines = [f"{owner} reactions, in ms:"]
    for number in range(min(bars), max(bars) + 1):
        low = number * BAR
        label = f"{low} or more" if number == BARS - 1 else f"{low} to {low + BAR - 1}"
        bar = "#" * -(-bars[number] * LONGEST_BAR // max(LONGEST_BAR, *bars.values()))
        lines.append(f"  {label:>11} {bars[number]:>3} {bar}".rstrip())
    return "\n".join([*lines, ""])
