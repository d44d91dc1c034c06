"""Rummy in text: the melds, players, piles and hands, the words for moves, and the score sheet.

The table with all hands open is shown when people look back, or when only computers play.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, count, groupby
from textwrap import wrap
from typing import Final, NamedTuple

from click import unstyle

from cardgames.games.rummy.game import HandEnd, Rummy
from cardgames.games.rummy.melds import ALL, NUMBERS, bits, is_run, named
from cardgames.model.cards import BACK, Card, Pile, cards_in
from cardgames.model.commands import ShortForms
from cardgames.model.errors import counted, listed
from cardgames.model.game import Move, Options, agreed, capital, does, name_of, title, whose
from cardgames.play.session import MoveMade
from cardgames.screen.console import Picture
from cardgames.screen.look import WORDS, Look, Pointed, Spot, fitted, wrapped
from cardgames.text.view import Shown, View

FEW: Final = "a meld is three cards or more: x 9S discards one, and o 9S 1 lays it off on meld 1"
# The answers to commands that only other kinds of Rummy have
FOREIGN: Final[Mapping[str, str]] = {
    "pass": "nobody passes in this Rummy: draw or take a card, and discard one at the end",
    "knock": "nobody knocks in this Rummy: meld and lay off until you have no card left",
}
# The orders in which a hand can be sorted
BY: Final[dict[str, Callable[[Card], tuple[object, ...]]]] = {
    "suit": lambda card: (card.suit.value, card.rank),
    "rank": lambda card: (card.rank, card.suit.value),
}
FITS: Final = "+"  # marks a card that fits a meld on the table
CARD: Final = 6  # the width of a card of the hand
COLUMNS: Final = 3  # the greatest number of melds, or of players, side by side
WIDTH: Final = 26  # the width of a column of melds
ROOMY: Final = 70  # the smallest width of a screen that has room for whole words
FIRST: Final = 5  # the width of the first column of the score sheet
LARGE: Final = (80, 30)  # the columns and lines of the smallest screen with large cards in a hand
WIDEST: Final = 12  # the greatest width of a player's column on the score sheet
OTHERS: Final = 20  # the lines for everything except the hands, if open hands have large cards
# The kinds of spots: a card of the hand (numbered by its place), the stock, the discards, a meld
# (with its number), and the place for new melds
IN_HAND, STOCK, DISCARDS, MELD, TABLE = range(5)
INDENT: Final = "    "  # begins the further lines of a hand that is too long for one line


class RummyView(View[Rummy]):
    """What Rummy supplies for play in text."""

    pace = 1.0
    large = LARGE
    short_forms = ShortForms(bare="meld", least=3, advice=FEW, foreign=FOREIGN)

    order = "suit"  # how the hand is sorted

    def drawn(self, game: Rummy, shown: Shown) -> Iterable[str]:
        return self.sentences(game, shown.seat)

    def sentences(self, game: Rummy, seat: int) -> Iterable[str]:
        if is_open(game):
            return open_table(game, self.look).splitlines()
        return picture(game.with_backs(seat), seat, self.look, self.order).splitlines()

    def changes(self, before: Rummy, after: Rummy, seat: int) -> str:
        if after.hand != before.hand:
            return "".join(f"{line}\n" for line in self.sentences(after, seat))
        old, look = [meld.cards for meld in before.melds], self.look
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

    def tell(self, move: Move, game: Rummy) -> str:
        if move.name == "draw":
            return "a card from the stock"
        if move.name == "take":
            return self.look.card(game.discards[-1])
        cards = cards_in(move.arguments)
        points = counted(game.options.melds.points(bits(cards)), "point")
        if move.name == "discard":
            return f"{points} less" if game.hands[game.turn - 1] else ""
        if move.name == "meld":
            return f"{'a run' if is_run(bits(cards)) else 'a group'}, {points}"
        return f"onto a meld, {points}"

    def score_text(self, game: Rummy) -> str:
        return f"Score: {scores(game)}; the target is {game.options.target}."

    def short_score(self, game: Rummy) -> str:
        return " to ".join(map(str, game.scores))

    def news(self, events: Sequence[MoveMade], seat: int) -> list[str]:
        shows_all = bool(events) and is_open(events[0].after)
        return news(events, seat, self.look, shows_all)

    def seating(self, game: Rummy) -> str:
        """Return who deals, and the order of play, which ends with the dealer."""
        dealer, seats = game.dealer, range(1, len(game.hands) + 1)
        order = [*seats[dealer:], *seats[:dealer]]
        names = ", ".join(name_of(game.options, seat) for seat in order)
        return f"{does(game.options, dealer, 'deal')}; the order of play is {names}.\n"

    def remembered(self, game: Rummy, seat: int) -> list[str]:
        """Return the discards, and the other cards that the person in `seat` may have seen."""
        look = self.look
        lines = [f"Discards, the oldest first: {look.cards(game.discards) or 'none'}."]
        if game.now.order_known:
            turned = look.cards(game.stock[::-1])
            lines.append(f"Turned over into the stock, the top first: {turned}.")
        elif game.now.restocked:
            lines.append(f"Shuffled into the stock: {look.cards(named(game.now.restocked))}.")
        for owner, held in enumerate(map(named, game.now.held), 1):
            if held and owner != seat:
                lines.append(f"{does(game.options, owner, 'hold')} {look.cards(held)}.")
        return [wrapped(line).rstrip() for line in lines]


def is_open(game: Rummy) -> bool:
    """Do all hands lie open, because no person plays?"""
    return not game.options.people()


def picture(game: Rummy, seat: int, look: Look, order: str) -> str:
    """Return the table as `seat` sees it, with the sorted hand of this seat; seat 0 has no hand."""
    lines = [*melds_text(game, look), *players_text(game, look), piles_text(game, look)]
    if seat:
        lines += hand_text(game, seat, look, order)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def melds_text(game: Rummy, look: Look, whole: bool = False) -> list[str]:
    """Return the melds on the table; long melds are shortened unless `whole` is set."""
    if not game.melds:
        return [look.spot("No melds on the table.", TABLE)]
    cells = []
    for number, (cards, owner) in enumerate(game.melds, 1):
        told = look.cards(cards)
        if len(cards) > 3 and not whole and is_run(bits(cards)):
            told = f"{look.card(cards[0])} - {look.card(cards[-1])}"
        elif len(cards) > 3 and not whole and look.style != WORDS:
            told = f"{cards[0].rank.label} x 4"
        cell = f"{number:>2} {title(game.options, owner):<10} {told}"
        cells.append(look.spot(cell, MELD, number))
    if look.style == WORDS or whole:
        return [wrapped(cell).rstrip() for cell in cells]
    return _in_columns(cells, look, WIDTH - 1)


def players_text(game: Rummy, look: Look) -> list[str]:
    cells, point = [], "point" if look.columns >= ROOMY else "pt"
    for seat, (hand, score) in enumerate(zip(game.hands, game.scores), 1):
        name, moves = title(game.options, seat), seat == game.turn and game.outcome() is None
        if look.spoken:
            turn = ", to move" * moves
            cells.append(f"{name}{turn}: {counted(len(hand), 'card')}, score {score}.")
        else:
            cards = f"{len(hand):>2} card{' ' if len(hand) == 1 else 's'}"
            points = f"{score:>5} {point}{' ' if score == 1 else 's'}"
            cells.append(f"{'>' if moves else ' '}{name:<10} {cards}{points}")
    return cells if look.spoken else _in_columns(cells, look, max(map(len, cells)))


def _in_columns(cells: list[str], look: Look, most: int) -> list[str]:
    widths = [len(unstyle(cell)) for cell in cells]
    if max(widths) > most:
        return cells
    across = max(1, min(COLUMNS, look.columns // (most + 1)))
    padded = [cell + " " * (most + 1 - width) for cell, width in zip(cells, widths)]
    return ["".join(padded[at : at + across]) for at in range(0, len(padded), across)]


def piles_text(game: Rummy, look: Look) -> str:
    stock = len(game.stock) if look.notes else counted(len(game.stock), "card")
    number = len(game.discards)
    begun = f"Hand {game.hand},{look.spot(f' stock {stock}', STOCK)}"
    if not number:
        return f"{begun}, no discards"
    top = look.card(game.discards[-1])
    top = look.spot(f" {top}" if look.spoken else f" [{top}]", DISCARDS)
    if look.columns < ROOMY:
        return f"{begun}, discards {number}{top}"
    return f"{begun}, {counted(number, 'discard')}, the top one{top}"


class Group(NamedTuple):
    cards: Pile
    brackets: str  # [] for a meld, () for a pair that one card completes, else blanks


def sorted_hand(game: Rummy, seat: int, order: str, by_outs: bool = False) -> list[Group]:
    """Return the sorted hand of `seat`: melds, pairs close to a meld, and the other cards.

    If two pairs share a card, only one pair is shown: the first or, if `by_outs` is true, the pair
    that the most cards can complete. `by_outs` is for people: in scripts, it is always false.
    """
    hand = game.hands[seat - 1]
    if BACK in hand:
        return []
    melds, completing = game.options.melds.best_split(hand), game.options.melds.completing
    rest = [card for card in hand if not any(card in meld for meld in melds)]
    rest.sort(key=BY[order])
    live = ALL & ~(game.now.out | bits(hand) | sum(game.now.held)) if by_outs else 0
    pairs = list[Pile]()
    while near := [pair for pair in combinations(rest, 2) if completing(*pair)]:
        pairs.append(max(near, key=lambda pair: (completing(*pair) & live).bit_count()))
        rest = [card for card in rest if card not in pairs[-1]]
    for piles in (melds, pairs):
        piles.sort(key=lambda pile: BY[order](pile[0]))
    groups = [*(Group(meld, "[]") for meld in melds), *(Group(pair, "()") for pair in pairs)]
    return [*groups, *(Group((card,), "  ") for card in rest)]


def hand_text(game: Rummy, seat: int, look: Look, order: str) -> list[str]:
    """Return the numbered hand of `seat`: melds are in [], pairs close to a meld are in ()."""
    owner, groups = capital(whose(game.options, seat)), sorted_hand(game, seat, order, look.notes)
    if not groups:
        return [f"{owner} hand is empty."]
    rest = [card for group in groups if group.brackets != "[]" for card in group.cards]
    fitting = [card for group in groups for card in group.cards if game.homes(card)]
    heading = f"{owner} hand, {counted(game.options.melds.points(bits(rest)), 'point')} deadwood"
    if look.style == WORDS:
        kinds = {"[]": "Meld: ", "()": "Close to a meld: ", "  ": ""}
        told = [f"  {kinds[group.brackets]}{look.cards(group.cards)}." for group in groups]
        told += [f"  Fits a meld on the table: {look.cards(fitting)}."] if fitting else []
        return [f"{heading}:", *(wrapped(text).rstrip() for text in told)]
    if fitting:
        legends = (f"; {FITS} fits a meld on the table", f"; {FITS} fits", "")
        heading += next(text for text in legends if not text or len(heading + text) < look.columns)
    if look.has_room(*LARGE):
        return [heading, *(f" {line}".rstrip() for line in large_text(groups, fitting, look))]
    return [heading, *_numbered(groups, fitting, look)]


def large_text(groups: list[Group], fitting: Sequence[Card], look: Look) -> list[str]:
    """Draw the groups as boxes, below a line that numbers the cards and brackets the groups."""
    from cardgames.text.layout import Boxes, across  # only large terminals need them

    boxes, places, numbers = Boxes(look), count(1), list[str]()
    for group in groups:
        marked = [f"{next(places)}{FITS * (card in fitting)}" for card in group.cards]
        line = "".join([f"{number:^5}" for number in marked])
        numbers.append(group.brackets[0] + line[1:-1] + group.brackets[1])
    piles, at = [[boxes.pile([card]) for card in group.cards] for group in groups], count(1)
    spots = [[[look.spot(row, IN_HAND, n) for row in p] for p, n in zip(g, at)] for g in piles]
    drawn = [across(group, "") for group in spots]
    return [look.dim("  ".join(numbers)), *across(drawn, "  ")]


def _numbered(groups: list[Group], fitting: Sequence[Card], look: Look) -> Iterator[str]:
    """Yield the groups in rows of two lines each: the numbers of the cards, then the cards."""
    across, rows = (look.columns - 2) // CARD, [list[Group]()]
    for group in groups:
        length = sum(len(one.cards) for one in rows[-1])
        if length and length + len(group.cards) > across:
            rows.append([])
        rows[-1].append(group)
    places = count(1)
    for row in rows:
        cards = numbers = ""
        for group in row:
            opening, closing = (f"{bracket:{len(group.cards)}}" for bracket in group.brackets)
            for card, left, right in zip(group.cards, opening, closing[::-1]):
                place = next(places)
                numbers += f"{place:>5} "
                # The mark and the bracket of the card to the left may take up part of the gap.
                gap = len(numbers) - 2 - len(look.plain(card)) - len(unstyle(cards))
                right = f"{FITS}{right.strip()}" if card in fitting else right
                text = " " * min(1, gap) + left + look.card(card)
                cards += " " * (gap - 1) + look.spot(text, IN_HAND, place) + right
        yield f" {look.dim(numbers.rstrip())}"
        yield f" {cards.rstrip()}"


POINTING: Final = """\
Arrows point, Space picks up cards, and drops them on the table or a discard.
"""


def pointed(game: Rummy, hand: Sequence[Card], moves: Iterable[Move]) -> Iterator[Pointed]:
    """Yield the spots that stand for each of these moves; `hand` is the hand on the screen."""
    places = {card: Spot(IN_HAND, place) for place, card in enumerate(hand, 1)}
    melds = [Spot(MELD, n) for n in range(1, len(game.melds) + 1)]
    lasts = {"draw": [Spot(STOCK)], "meld": [*melds, Spot(TABLE)]}
    for move in moves:
        held = frozenset([places[card] for card in cards_in(move.arguments)])
        last = lasts.get(move.name, [Spot(DISCARDS)])
        if move.name == "off":
            last = [Spot(MELD, n) for n in move.arguments[1:] or game.homes(move.arguments[0])]
        yield Pointed(move, held, tuple(last))


def line_of(
    spots: Sequence[Spot],
    hand: Sequence[Card],
    known: Iterable[Pointed],
    typed: Callable[[Move], str],
) -> str | None:
    """Return the line that these spots stand for; a new meld may be dropped on an old meld."""
    last, held = spots[-1], frozenset(spots[:-1])
    if last.kind == IN_HAND and spots != (last, last):
        return "" if len({*spots}) == len(spots) else None
    cards = " ".join([str(hand[s.number - 1]).lower() for s in spots if s.kind == IN_HAND])
    if not cards:
        return {STOCK: "draw", DISCARDS: "take"}.get(last.kind)
    if last.kind == IN_HAND:  # pointed at twice
        moves = [one.move for one in known if last in one.held]
        moves *= all(move.name != "meld" for move in moves)
    else:
        moves = [one.move for one in known if held == one.held and last in one.last]
    if moves:  # laying off comes before a new meld
        return typed(max(moves, key=lambda move: move.name == "off"))
    told = {DISCARDS: f"x {cards}", TABLE: f"m {cards}", MELD: f"o {cards} {last.number}"}
    return told.get(last.kind)


def open_table(game: Rummy, look: Look) -> str:
    """Return the table with all scores and hands; an arrow points to the player to move."""
    lines = melds_text(game, look)
    for seat, score in enumerate(game.scores, 1):
        moves = seat == game.turn and game.outcome() is None
        name, groups = title(game.options, seat), sorted_hand(game, seat, "suit")
        if look.style == WORDS:
            cards = look.cards(card for group in groups for card in group.cards) or "no cards"
            lines.append(wrapped(f"{name}{', to move' * moves}: score {score}, {cards}.").rstrip())
            continue
        points = f"{score:>5} point{' ' if score == 1 else 's'}" if look.columns >= ROOMY else score
        line = f"{'>' if moves else ' '}{name:<10} {points:>3} "
        if groups and look.has_room(LARGE[0], 4 * len(game.hands) + OTHERS):
            lines += [line, *(INDENT + row for row in large_text(groups, (), look)[1:])]
            continue
        for group in groups:
            words = [look.card(card) for card in group.cards]
            if group.brackets == "[]" or look.columns >= ROOMY:
                words[0] = group.brackets[0].strip() + words[0]
                words[-1] += group.brackets[1].strip()
            for word in words:
                if len(unstyle(f"{line} {word}")) > look.columns:
                    lines.append(line)
                    line = INDENT
                line = f"{line} {word}"
        lines.append(line)
    return "".join(f"{line.rstrip()}\n" for line in [*lines, piles_text(game, look)])


def news(events: Iterable[MoveMade], seat: int, look: Look, is_open: bool = False) -> list[str]:
    """Report events to the player in `seat`; do not report this player's own moves except draws.

    Moves that a computer made for the player are reported. If all hands are open, all drawn cards
    are named.
    """
    lines, phrases = list[str](), list[tuple[int, str]]()
    for before, move, after in events:
        own = before.turn == seat
        if not own or move.seat or move.name == "draw":
            done = phrases_for(before, move, after, look, own or is_open)
            phrases += [(before.turn, phrase) for phrase in done]
        if after.last is not None and after.last is not before.last:
            lines.append(sentences(after.options, phrases))
            goes_on = after.outcome() is None  # at the end, the score sheet shows the scores
            lines.append(hand_end(after, before.hand, after.last, look, total=goes_on))
            phrases = []
    return [*lines, sentences(after.options, phrases)] if phrases else lines


def phrases_for(before: Rummy, move: Move, after: Rummy, look: Look, known: bool) -> list[str]:
    """Return phrases for a move, such as 'takes KH'; if `known`, a drawn card is named."""
    name, cards = name_of(before.options, before.turn), cards_in(move.arguments)
    if move.name == "draw":
        (card,) = named(after.now.own & ~before.now.own)
        drawn = f"{agreed(name, 'draw')} {look.card(card) if known else 'a card'}"
        if before.stock:
            return [drawn]
        renewed = agreed(name, "shuffle") if after.discards else f"{agreed(name, 'turn')} over"
        return [f"{renewed} the discards", drawn]
    if move.name == "take":
        return [f"{agreed(name, 'take')} {look.card(before.discards[-1])}"]
    if move.name == "off":
        number = next((word for word in move.arguments if isinstance(word, int)), 0)
        where = f" on {number}" if number else ""
        return [f"{agreed(name, 'lay')} off {look.cards(cards)}{where}"]
    return [f"{agreed(name, move.name)} {look.cards(cards)}"]


def hand_end(game: Rummy, number: int, end: HandEnd, look: Look, total: bool) -> str:
    """Say how a hand ended and which cards players had left; if `total`, add the scores."""
    if end.winner is None:
        told = f"Hand {number} is dead: {end.why}. Nobody scores."
    else:
        wins, points = does(game.options, end.winner, "win"), counted(end.points, "point")
        told = f"{wins} hand {number} and {points}, {end.why}."
        if all(end.hands):  # nobody went out
            told = f"Hand {number} is dead: {end.why}. {wins} {points} with the lowest hand."
    left = [
        f"{name_of(game.options, seat)}: {look.cards(sorted(cards, key=BY['suit']))}"
        f" ({game.options.melds.points(bits(cards))})"
        for seat, cards in enumerate(end.hands, 1)
        if cards
    ]
    lines = [told, f"Left: {'; '.join(left)}."]
    return "".join(map(wrapped, lines + [f"Scores: {scores(game)}."] * total))


def scores(game: Rummy) -> str:
    listed = enumerate(game.scores, 1)
    return ", ".join(f"{name_of(game.options, seat)}: {score}" for seat, score in listed)


def winner_of(end: HandEnd, options: Options) -> str:
    if end.winner is None:
        return "nobody"
    return f"{name_of(options, end.winner)}, {counted(end.points, 'point')}"


def score_sheet(ends: list[HandEnd], game: Rummy, look: Look) -> str:
    lines, options = [f"Points by hand; {game.options.target} win the match:"], game.options
    if look.spoken:
        lines += [f"Hand {n}: {winner_of(end, options)}." for n, end in enumerate(ends, 1)]
        lines.append(f"Total: {scores(game)}.")
    else:
        seats = range(1, len(game.scores) + 1)
        width = min(WIDEST, (look.columns - 1 - FIRST) // len(seats))
        heads = [["hand"], *[wrap(title(options, seat), width - 1) for seat in seats]]
        most = max(map(len, heads))  # the lines of the longest name; others get blank lines above
        rows = [*zip(*[[""] * (most - len(parts)) + parts for parts in heads])]
        for number, end in enumerate(ends, 1):
            points = [str(end.points) if seat == end.winner else "-" for seat in seats]
            rows.append((str(number), *points))
        rows.append(("total", *map(str, game.scores)))
        for first, *cells in rows:
            lines.append(f"{first:<{FIRST}}" + "".join(f"{cell:>{width}}" for cell in cells))
    return "".join(f"{line}\n" for line in lines)


def ends_hand(event: MoveMade) -> bool:
    return event.after.last is not event.before.last


def since_last_turn(backwards: Iterable[MoveMade], seat: int) -> list[MoveMade]:
    """Return the moves since a seat's last turn, and this turn's last move if it ended a hand."""
    found = list[MoveMade]()
    for _, turn in groupby(backwards, lambda event: (event.before.hand, event.before.now.turns)):
        events = list(turn)
        if found and events[0].before.turn == seat:
            found += events[:1] * ends_hand(events[0])
            break
        found += events
    return found[::-1]


def sentences(options: Options, phrases: Iterable[tuple[int, str]]) -> str:
    """Join the phrases of each player into a sentence; each phrase comes with its player's seat."""
    told = []
    for seat, group in groupby(phrases, key=lambda item: item[0]):
        done = listed([phrase for _, phrase in group])
        told.append(wrapped(f"{title(options, seat)} {done}."))
    return "".join(told)


def last_table(event: MoveMade) -> Rummy:
    """Return the table at the end of a hand; `event.after` already shows the next deal."""
    before: Rummy = event.before
    last = event.after.last
    now = before.now.copy()
    now.hands = list(map(bits, last.hands))
    now.discards = [NUMBERS[card] for card in last.discards]
    return replace(before, now=now, melds=last.melds, scores=event.after.scores)


def looked_back(events: Sequence[MoveMade], look: Look) -> Iterator[Picture]:
    """Yield a picture of the table as it was dealt, and one after each event."""
    deal = events[0].before
    yield open_table(deal, look), f"Hand {deal.hand} as it was dealt.\n"
    for number, event in enumerate(events, 1):
        table = last_table(event) if ends_hand(event) else event.after
        where = f"Hand {event.before.hand}, move {number} of {len(events)}.\n"
        told = "".join(news([event], 0, look, is_open=True))
        yield open_table(table, look), fitted(where + told, look.columns)
