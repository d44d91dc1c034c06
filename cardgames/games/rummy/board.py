"""Rummy in text: the melds, players, piles and hands, the words for moves, and the score sheet.

The table with all hands open is for looking back, and where only computers play.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from click import unstyle

from cardgames.games.rummy.game import HandEnd, Meld, Rummy
from cardgames.games.rummy.melds import (
    ALL,
    NUMBERS,
    best_split,
    bits,
    homes,
    is_run,
    named,
    near,
    tables,
    worth,
)
from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.game import Move
from cardgames.model.names import capital, does, name_of, title, whose
from cardgames.play.session import MoveMade
from cardgames.text.console import Picture
from cardgames.text.hands import sentences
from cardgames.text.wording import WORDS, Look, counted, fitted, wrapped

BY: Final[dict[str, Callable[[Card], tuple[object, ...]]]] = {
    "suit": lambda card: (card.suit.value, card.rank),
    "rank": lambda card: (card.rank, card.suit.value),
}
"""The orders in which a hand can be sorted."""
FITS: Final = "+"
"""Marks a card that fits a meld on the table."""
CARD: Final = 6
"""The width of a card of the hand."""
COLUMNS: Final = 3
"""The greatest number of melds, or of players, side by side."""
WIDTH: Final = 26
"""The width of a column of melds."""
ROOMY: Final = 70
"""The smallest width of a screen that has room for whole words."""
FIRST: Final = 5
"""The width of the first column of the score sheet."""
LARGE: Final = (80, 30)
"""The columns and lines from which the cards of a hand can be large."""
WIDEST: Final = 12
"""The greatest width of a player's column on the score sheet."""
OTHERS: Final = 20
"""The lines of a screen that large cards of open hands leave for everything else."""
INDENT: Final = "    "
"""What stands before the cards of a hand that have no room on its first line."""


def picture(game: Rummy, seat: int, look: Look, order: str) -> str:
    """Return the table as SEAT sees it, with its hand in ORDER; without a hand if SEAT is 0."""
    lines = [*melds_text(game, look), *players_text(game, look), piles_text(game, look)]
    if seat:
        lines += hand_text(game, seat, look, order)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def melds_text(game: Rummy, look: Look) -> list[str]:
    """Return the melds on the table, with their numbers and owners."""
    if not game.melds:
        return ["No melds on the table."]
    cells = [
        f"{number:>2} {title(game.options, meld.owner):<10} {meld_text(meld, look)}"
        for number, meld in enumerate(game.melds, 1)
    ]
    plain = Look(look.style)
    widths = [
        len(f"{number:>2} {title(game.options, meld.owner):<10} {meld_text(meld, plain)}")
        for number, meld in enumerate(game.melds, 1)
    ]
    return _in_columns(cells, widths, look, look.style == WORDS)


def meld_text(meld: Meld, look: Look) -> str:
    """Return the cards of a meld; a run or group of more than three is shortened."""
    cards = meld.cards
    if len(cards) > 3 and is_run(cards):
        return f"{look.card(cards[0])} - {look.card(cards[-1])}"
    if len(cards) > 3 and look.style != WORDS:
        return f"{cards[0].rank.label} x 4"
    return look.cards(cards)


def players_text(game: Rummy, look: Look) -> list[str]:
    """Return each player's number of cards and score; an arrow points to the one to move."""
    cells = []
    if look.spoken:
        return [_player_in_words(game, seat) for seat in range(1, len(game.hands) + 1)]
    point = "point" if look.columns >= ROOMY else "pt"
    for seat, hand in enumerate(game.hands, 1):
        arrow = ">" if seat == game.turn and game.outcome() is None else " "
        score = game.scores[seat - 1]
        cards = f"{len(hand):>2} card{' ' if len(hand) == 1 else 's'}"
        points = f"{score:>5} {point}{' ' if score == 1 else 's'}"
        cells.append(f"{arrow}{title(game.options, seat):<10} {cards}{points}")
    widths = list(map(len, cells))
    return _in_columns(cells, widths, look, False, max(widths))


def _player_in_words(game: Rummy, seat: int) -> str:
    turn = ", to move" if seat == game.turn and game.outcome() is None else ""
    cards = counted(len(game.hands[seat - 1]), "card")
    return f"{title(game.options, seat)}{turn}: {cards}, score {game.scores[seat - 1]}."


def piles_text(game: Rummy, look: Look) -> str:
    """Return the sizes of the stock and of the discard pile, and the top discard."""
    stock = len(game.stock) if look.notes else counted(len(game.stock), "card")
    count, begun = len(game.discards), f"Hand {game.hand}, stock {stock}"
    if not count:
        return f"{begun}, no discards"
    top = look.card(game.discards[-1])
    top = top if look.spoken else f"[{top}]"
    if look.columns < ROOMY:
        return f"{begun}, discards {count} {top}"
    return f"{begun}, {counted(count, 'discard')}, the top one {top}"


def _in_columns(
    cells: list[str], widths: list[int], look: Look, aloud: bool, most: int = WIDTH - 1
) -> list[str]:
    """Put CELLS side by side; one to a line if they are read ALOUD or any is wider than MOST."""
    if aloud:
        return [wrapped(cell).rstrip() for cell in cells]
    if max(widths, default=0) > most:
        return cells
    across = max(1, min(COLUMNS, look.columns // (most + 1)))
    padded = [cell + " " * (most + 1 - width) for cell, width in zip(cells, widths)]
    return ["".join(padded[at : at + across]) for at in range(0, len(padded), across)]


def hand_text(game: Rummy, seat: int, look: Look, order: str) -> list[str]:
    """Return the hand, numbered: melds in [], pairs that lack one card of a meld in ()."""
    groups = sorted_hand(game, seat, order, look.notes)
    if not groups:
        return [f"{capital(whose(game.options, seat))} hand is empty."]
    melded = {card for group in groups if group.melded for card in group.cards}
    rest = [card for group in groups for card in group.cards if card not in melded]
    points = worth(rest, game.options.ace)
    heading = f"{capital(whose(game.options, seat))} hand, {counted(points, 'point')} deadwood"
    fitting = fitting_cards(game, groups)
    if look.style == WORDS:
        heading += ":"
    elif fitting:
        legends = (f"; {FITS} fits a meld on the table", f"; {FITS} fits", "")
        heading += next(text for text in legends if not text or len(heading + text) < look.columns)
    return [heading, *groups_text(groups, fitting, look)]


class Group:
    """Cards of a hand that are shown together."""

    def __init__(self, cards: Pile, brackets: str) -> None:
        """Show CARDS between BRACKETS: [] for a meld, () for a pair one card short of it."""
        self.cards = cards
        self.brackets = brackets

    @property
    def melded(self) -> bool:
        """Is this group of cards a meld?"""
        return self.brackets == "[]"

    def told(self, look: Look) -> str:
        """Return the cards in words."""
        kind = {"[]": "Meld: ", "()": "Close to a meld: ", "  ": ""}[self.brackets]
        return f"  {kind}{look.cards(self.cards)}."


def sorted_hand(game: Rummy, seat: int, order: str, by_outs: bool = False) -> list[Group]:
    """Return the hand of SEAT: melds, pairs close to a meld, and the rest, each in ORDER.

    Of pairs that share a card the first one is marked or, BY_OUTS, one that most cards complete.
    Only people see it so: lines of scripts may name cards by their places in the first order.
    """
    hand = game.hands[seat - 1]
    if BACK in hand:
        return []
    split = best_split(hand, game.options.ace)
    melds = [Group(meld, "[]") for meld in sorted(split.melds, key=lambda m: BY[order](m[0]))]
    rest = sorted(split.rest, key=BY[order])
    live = ALL & ~(game.now.out | bits(hand) | sum(game.now.held)) if by_outs else 0

    def outs(pair: Pile) -> int:
        """Return how many cards that may come complete PAIR; 0 for all if it does not matter."""
        return (tables(game.options.ace).completing(*pair) & live).bit_count()

    pairs = list[Pile]()
    while pair := max(near(rest, game.options.ace), key=outs, default=()):
        pairs.append(pair)
        rest = [card for card in rest if card not in pair]
    pairs.sort(key=lambda pair: BY[order](pair[0]))
    close = [Group(pair, "()") for pair in pairs]
    return [*melds, *close, *(Group((card,), "  ") for card in rest)]


def ordered(game: Rummy, seat: int, order: str, by_outs: bool = False) -> list[Card]:
    """Return the hand of SEAT as it stands on the screen, so that card number 1 comes first."""
    return [card for group in sorted_hand(game, seat, order, by_outs) for card in group.cards]


def fitting_cards(game: Rummy, groups: list[Group]) -> Pile:
    """Return the cards in GROUPS that fit melds on the table."""
    melds = [meld.cards for meld in game.melds]
    cards = [card for group in groups for card in group.cards]
    return tuple(card for card in cards if homes(card, melds, game.options.ace))


def groups_text(groups: list[Group], fitting: Collection[Card], look: Look) -> list[str]:
    """Return GROUPS of cards in lines with a number above each card, or in words.

    Cards FITTING a meld on the table are marked.
    """
    if look.style == WORDS:
        told = [group.told(look) for group in groups]
        told += [f"  Fits a meld on the table: {look.cards(fitting)}."] if fitting else []
        return [wrapped(text).rstrip() for text in told]
    if look.has_room(*LARGE):
        return [f" {line}".rstrip() for line in large_text(groups, fitting, look)]
    return [line for row in _rows(groups, look) for line in _numbered(*row, fitting, look)]


def large_text(groups: list[Group], fitting: Collection[Card], look: Look) -> list[str]:
    """Return GROUPS of cards as boxes, below a line with their numbers, in which groups are marked.

    Cards FITTING a meld on the table are marked, too.
    """
    from cardgames.text.drawing import Boxes, across  # which only a large terminal needs

    boxes, count, numbers = Boxes(look, look.cells), 0, list[str]()
    for group in groups:
        line = ""
        for card in group.cards:
            count += 1
            line += f"{f'{count}{FITS * (card in fitting)}':^5}"
        numbers.append(group.brackets[0] + line[1:-1] + group.brackets[1])
    drawn = [across([boxes.pile([card]) for card in group.cards], "") for group in groups]
    return [look.dim("  ".join(numbers)), *across(drawn, "  ")]


def _rows(groups: list[Group], look: Look) -> Iterator[tuple[int, list[Group]]]:
    """Split GROUPS into rows; for each, yield the number of cards before it, and its groups."""
    across, before, row = (look.columns - 2) // CARD, 0, list[Group]()
    for group in groups:
        length = sum(len(one.cards) for one in row)
        if row and length + len(group.cards) > across:
            yield before, row
            before, row = before + length, []
        row.append(group)
    yield before, row


def _numbered(before: int, groups: list[Group], fitting: Collection[Card], look: Look) -> list[str]:
    """Return two lines: the numbers of the cards, from BEFORE + 1 on, and the cards."""
    cards, count, over = "", 0, 0
    for group in groups:
        for place, card in enumerate(group.cards):
            count += 1
            left = group.brackets[0] if place == 0 else " "
            right = group.brackets[1] if place == len(group.cards) - 1 else " "
            right = f"{FITS}{right.strip()}" if card in fitting else right
            gap = CARD - 2 - len(look.plain(card)) - over
            cards += " " * gap + left + look.card(card) + right
            over = len(right) - 1  # a mark and a bracket reach into the next gap
    numbers = "".join(f"{number:>5} " for number in range(before + 1, before + count + 1))
    return [f" {look.dim(numbers.rstrip())}", f" {cards.rstrip()}"]


def changes(before: Rummy, after: Rummy, seat: int, look: Look) -> str:
    """Report new and longer melds, a new top discard, and the number of cards in SEAT's hand."""
    old = [meld.cards for meld in before.melds]
    lines = [
        f"Meld {number}: {look.cards(meld.cards)}."
        for number, meld in enumerate(after.melds, 1)
        if meld.cards not in old
    ]
    if after.discards and after.discards[-1:] != before.discards[-1:]:
        lines.append(f"Top discard: {look.card(after.discards[-1])}.")
    if seat:
        owner = capital(whose(after.options, seat))
        lines.append(f"{owner} hand, {counted(len(after.hands[seat - 1]), 'card')}.")
    return "".join(f"{line}\n" for line in lines)


def restocked(game: Rummy, look: Look) -> str:
    """Name the cards of the stock, after the discards have become the stock."""
    if game.now.order_known:
        return f"Turned over into the stock, the top first: {look.cards(game.stock[::-1])}."
    return f"Shuffled into the stock: {look.cards(named(game.now.restocked))}."


def tell(move: Move, game: Rummy, look: Look) -> str:
    """Say in a few words what a move does."""
    if move.name == "draw":
        return "a card from the stock"
    if move.name == "take":
        return look.card(game.discards[-1])
    cards = [card for card in move.arguments if isinstance(card, Card)]
    points = counted(worth(cards, game.options.ace), "point")
    if move.name == "discard":
        return f"{points} less" if game.hands[game.turn - 1] else ""
    if move.name == "meld":
        return f"{'a run' if is_run(tuple(cards)) else 'a group'}, {points}"
    return f"onto a meld, {points}"


def news(events: Iterable[MoveMade], seat: int, look: Look, is_open: bool = False) -> list[str]:
    """Report EVENTS to the player in SEAT; of their own moves, report only the cards drawn.

    If the table IS_OPEN, name every card that is drawn.
    """
    lines: list[str] = []
    phrases: list[tuple[int, str]] = []
    for before, move, after in events:
        own = before.turn == seat
        if not own or move.seat or move.name == "draw":
            done = phrases_for(before, move, after, look, own or is_open)
            phrases += [(before.turn, phrase) for phrase in done]
        if after.last is not None and after.last is not before.last:
            lines.append(sentences(after.options, phrases))
            goes_on = after.outcome() is None  # at the end there is the score sheet
            lines.append(hand_end(after, before.hand, after.last, look, total=goes_on))
            phrases = []
    return [*lines, sentences(after.options, phrases)] if phrases else lines


def phrases_for(before: Rummy, move: Move, after: Rummy, look: Look, known: bool) -> list[str]:
    """Return phrases for a MOVE; they name the card drawn only if it is KNOWN to the reader.

    An @ marks each verb to be inflected for the player: 'draw@' becomes 'draw' or 'draws'.
    """
    cards = [card for card in move.arguments if isinstance(card, Card)]
    if move.name == "draw":
        (card,) = named(after.now.own & ~before.now.own)
        drawn = f"draw@ {look.card(card) if known else 'a card'}"
        if before.stock:
            return [drawn]
        return [f"{'shuffle@' if after.discards else 'turn@ over'} the discards", drawn]
    if move.name == "take":
        return [f"take@ {look.card(before.discards[-1])}"]
    if move.name == "off":
        number = next((word for word in move.arguments if isinstance(word, int)), 0)
        where = f" on {number}" if number else ""
        return [f"lay@ off {look.cards(cards)}{where}"]
    return [f"{move.name}@ {look.cards(cards)}"]


def hand_end(game: Rummy, number: int, end: HandEnd, look: Look, total: bool) -> str:
    """Say how hand NUMBER ended, and which cards each player had left; with TOTAL, the scores."""
    if end.winner is None:
        told = f"Hand {number} is dead: {end.why}. Nobody scores."
    else:
        wins, points = does(game.options, end.winner, "win"), counted(end.points, "point")
        told = f"{wins} hand {number} and {points}, {end.why}."
        if end.dead:
            told = f"Hand {number} is dead: {end.why}. {wins} {points} with the lowest hand."
    left = [
        f"{name_of(game.options, seat)}: {look.cards(sorted(cards, key=BY['suit']))}"
        f" ({worth(cards, game.options.ace)})"
        for seat, cards in enumerate(end.hands, 1)
        if cards
    ]
    lines = [told, f"Left: {'; '.join(left)}."]
    return "".join(map(wrapped, lines + [f"Scores: {scores(game)}."] * total))


def scores(game: Rummy) -> str:
    """Return the score of every player."""
    listed = enumerate(game.scores, 1)
    return ", ".join(f"{name_of(game.options, seat)}: {score}" for seat, score in listed)


def since_last_turn(backwards: Iterable[MoveMade], seat: int) -> list[MoveMade]:
    """Return the moves since the previous turn of SEAT, including those of its current turn.

    BACKWARDS holds all moves, the last one first. If the previous turn of SEAT ended a hand, its
    last move is returned, too.
    """
    found: list[MoveMade] = []
    turn_now = None
    for event in backwards:
        if event.before.turn == seat:
            turn = (event.before.hand, event.before.now.turns)
            turn_now = turn_now if found else turn
            if turn != turn_now:
                found += [event] if ends_hand(event) else []
                break
        found.append(event)
    return found[::-1]


def hands_ended(backwards: Iterable[MoveMade]) -> list[HandEnd]:
    """Return how each hand of the match ended; BACKWARDS holds all moves, the last one first."""
    return [event.after.last for event in backwards if ends_hand(event)][::-1]


def ends_hand(event: MoveMade) -> bool:
    """Did the move of EVENT end a hand?"""
    return event.after.last is not event.before.last


def last_table(event: MoveMade) -> Rummy:
    """Return the table after EVENT, the last move of a hand, and before the next deal.

    `event.after` already has the next hand, unless the match is over.
    """
    before: Rummy = event.before
    last = event.after.last
    now = before.now.copy()
    now.hands = list(map(bits, last.hands))
    now.discards = [NUMBERS[card] for card in last.discards]
    return replace(before, now=now, melds=last.melds, scores=event.after.scores)


def score_sheet(ends: list[HandEnd], game: Rummy, look: Look) -> str:
    """Return the score sheet: a line with the points of each hand, and the totals."""
    heading = f"Points by hand; {game.options.target} win the match:"
    rows = [_told(number, end, game) for number, end in enumerate(ends, 1)]
    if not look.spoken:
        names = [title(game.options, seat) for seat in range(1, len(game.hands) + 1)]
        width = min(WIDEST, (look.columns - 1 - FIRST) // len(names))
        totals = [str(score) for score in game.scores]
        rows = [
            *_headed(names, width),
            *(_row(str(number), _points(end, game), width) for number, end in enumerate(ends, 1)),
            _row("total", totals, width),
        ]
    else:
        rows.append(f"Total: {scores(game)}.")
    return "".join(f"{line}\n" for line in [heading, *rows])


def _told(number: int, end: HandEnd, game: Rummy) -> str:
    """Say who scored in hand NUMBER, as a sentence."""
    if end.winner is None:
        return f"Hand {number}: nobody."
    return f"Hand {number}: {name_of(game.options, end.winner)}, {counted(end.points, 'point')}."


def _headed(names: list[str], width: int) -> list[str]:
    """Return the heading of columns of WIDTH: NAMES, in two lines if one is too long."""
    from textwrap import wrap

    parts = [wrap(name, width - 1) for name in names]
    most = max(map(len, parts))
    lines = list(zip(*[[""] * (most - len(part)) + part for part in parts]))
    return [_row("hand" if line is lines[-1] else "", line, width) for line in lines]


def _points(end: HandEnd, game: Rummy) -> list[str]:
    """Return the points of each seat in a hand; '-' for a seat that scored none."""
    seats = range(1, len(game.hands) + 1)
    return [str(end.points) if seat == end.winner else "-" for seat in seats]


def _row(first: str, cells: Iterable[str], width: int) -> str:
    return f"{first:<{FIRST}}" + "".join(f"{cell:>{width}}" for cell in cells)


def open_table(game: Rummy, look: Look) -> str:
    """Return the table with every hand."""
    lines = [*melds_text(game, look), *hands_text(game, look), piles_text(game, look)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def hands_text(game: Rummy, look: Look) -> Iterator[str]:
    """Yield each player's score and hand; an arrow points to the one to move."""
    for seat in range(1, len(game.hands) + 1):
        turn = seat == game.turn and game.outcome() is None
        name, score = title(game.options, seat), game.scores[seat - 1]
        groups = sorted_hand(game, seat, "suit")
        if look.style == WORDS:
            cards = look.cards(card for group in groups for card in group.cards) or "no cards"
            yield wrapped(f"{name}{', to move' * turn}: score {score}, {cards}.").rstrip()
            continue
        points = f"{score:>5} point{' ' if score == 1 else 's'}" if look.columns >= ROOMY else score
        line = f"{'>' if turn else ' '}{name:<10} {points:>3} "
        if groups and look.has_room(LARGE[0], 4 * len(game.hands) + OTHERS):
            yield from (line, *(INDENT + row for row in large_text(groups, (), look)[1:]))
            continue
        for words in _folded(groups, look, len(line)):
            yield line + words
            line = INDENT


def _folded(groups: list[Group], look: Look, used: int) -> Iterator[str]:
    """Yield the cards of GROUPS in lines; of the first one, USED columns are taken."""
    line = ""
    for group in groups:
        words = [look.card(card) for card in group.cards]
        if group.melded or look.columns >= ROOMY:
            words[0] = group.brackets[0].strip() + words[0]
            words[-1] += group.brackets[1].strip()
        for word in words:
            if used + len(unstyle(f"{line} {word}")) > look.columns:
                yield line
                line, used = "", len(INDENT)
            line = f"{line} {word}"
    yield line


class LookBack(Sequence[Picture]):
    """The pictures of moves that were made, and before them the one of the deal."""

    def __init__(self, events: list[MoveMade], look: Look) -> None:
        """Show EVENTS in LOOK."""
        self._events = events
        self._look = look

    def __len__(self) -> int:
        return len(self._events) + 1

    def __getitem__(self, number: Any) -> Any:
        if not number:
            deal = self._events[0].before
            return open_table(deal, self._look), f"Hand {deal.hand} as it was dealt.\n"
        event = self._events[number - 1]
        table = last_table(event) if ends_hand(event) else event.after
        where = f"Hand {event.before.hand}, move {number} of {len(self._events)}.\n"
        news = fitted(where + told([event], self._look), self._look.columns)
        return open_table(table, self._look), news


def told(events: Sequence[MoveMade], look: Look) -> str:
    """Tell EVENTS, with the cards that were drawn."""
    return "".join(news(events, 0, look, is_open=True))
