"""Slap in text: its two boards, the words for events, the lessons about slaps, and the keys.

`picture` returns the board as it is printed in a pipe. `table` returns the board that a terminal
paints in place, with the log of the last events below it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import fill
from typing import Final, TypeAlias

from click import unstyle

from cardgames.games.slap.game import CHANCES, Slap, slapper
from cardgames.games.slap.options import PAIR, RULES, TIMEOUTS, UNSEEN, rule_of
from cardgames.model.errors import counted, listed
from cardgames.model.game import Move, Outcome, capital, clause, does, name_of, whose, winner_text
from cardgames.play.session import MoveMade
from cardgames.screen.look import COLUMNS, UNICODE, WORDS, Look, fitted, wrapped
from cardgames.text.view import Shown, View

SHOWN: Final = 6  # the most cards of the pile to show; the rules look at four at most
SHORT: Final = {"player": "pl.", "computer ": "co. ", "computer": "comp."}  # on narrow screens
# The headings of the record of slaps with the widths of their columns.
RECORD: Final = {"slaps won": 10, "missed": 8, "wrong": 8, "mean reaction": 15}
NARROW_RECORD: Final = {"won": 3, "missed": 7, "wrong": 6, "mean": 7}
NARROW: Final = 80  # a screen with fewer columns is a narrow one
LOG: Final = 5  # the most lines of the log of events
LONG_LOG: Final = 15  # the most lines of the log on a screen with LARGE_LINES
LARGE_LINES: Final = 36
BESIDES: Final = 13  # the lines of a small screen that are not for the log
LEAST_LINES: Final = 15  # the table needs this many lines and columns
LEAST_COLUMNS: Final = 40
AIRY_LINES: Final = 24  # a screen with this many lines has room for blank ones
CELL: Final = 8  # the width of a small card, with the name of its player
LARGE_WIDTH: Final = 98  # the width in which all cards can be large
# The top, sides and bottom of a large card, without and with Unicode.
FRAMES: Final = (".-------.", "|", "'-------'"), ("┌───────┐", "│", "└───────┘")
VERBS: Final = {"slap": "slapped", "collect": "collected", "play": "played"}
BAR: Final = 100  # the width of a bar of the histogram, in milliseconds
BARS: Final = 8  # the most bars; the last bar counts all slower slaps
LONGEST_BAR: Final = 30
TOO_LATE: Final = 1000  # a slap up to this long after a pile is taken, in ms, is meant for it
SPACE: Final = " "
# The usual keys by the number of people: for each person, the key to play and the key to slap.
KEYS: Final = (), (SPACE, "s"), ("d", "s", "j", "k")
Keys: TypeAlias = Mapping[int, tuple[str, str]]  # by seat: the key to play and the key to slap
OUT_OF_TURN: Final = "out of turn"  # what the key to play means in another player's turn
NOTHING: Final = ""
BARE: Final = str.maketrans("", "", "[]")


class SlapView(View[Slap]):
    """What Slap supplies for play in text, except the news, which need the player's clock."""

    large = LARGE_WIDTH, AIRY_LINES

    def drawn(self, game: Slap, shown: Shown) -> Iterable[str]:
        return self.sentences(game, shown.seat)

    def sentences(self, game: Slap, seat: int) -> Iterable[str]:
        return picture(game, self.look, seat).splitlines()

    def changes(self, before: Slap, after: Slap, seat: int) -> str:
        lines = [size(after), awaited(after) if after.outcome() is None else ""]
        return "".join(f"{line}.\n".replace("..", ".") for line in lines if line)

    def tell(self, move: Move, game: Slap) -> str:
        if move.name == "slap":
            return right(game, self.look) or "wrong: no rule allows it"
        if move.name == "collect":
            return f"{counted(len(game.pile), 'card')} for {name_of(game.options, game.pending)}"
        if move.name == "wait":
            return "time passes"
        if game.options.players == "human,computer" and game.turn == 2:
            return "your next card, when your turn has come"
        return f"{whose(game.options, game.turn)} next card"

    def score_text(self, game: Slap) -> str:
        hands = [f"{name_of(game.options, seat)} {len(game.side(seat).hand)}" for seat in (1, 2)]
        pile, rounds = len(game.pile) + len(game.under), counted(game.rounds_played(), "round")
        return f"Score: {', '.join(hands)}, in the pile {pile}; {rounds}."


def picture(game: Slap, look: Look, seat: int = 1) -> str:
    """Return the board, with `seat` at the bottom."""
    over = game.outcome() is not None
    when = "The end" if over else f"Round {game.rounds + 1}"
    lines = [f"{when}, {counted(game.cards, 'card')} played.", _player(game, 3 - seat, look)]
    if look.style == WORDS:
        shown = list(zip(game.pile, game.by))[: -SHOWN - 1 : -1]
        cards = [f"{look.card(card)} by {name_of(game.options, who)}" for card, who in shown]
        lines.append(wrapped(f"On the pile, from the top: {', '.join(cards) or 'no cards'}."))
        lines.append(size(game))
    else:
        lines += _pile_in_a_row(game, look)
    lines.append(_player(game, seat, look))
    if not over:
        lines.append(fitted(awaited(game), look.columns))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _player(game: Slap, seat: int, look: Look, mark: str = " ") -> str:
    side = game.side(seat)
    line = f"{mark} {capital(name_of(game.options, seat)):<15} {counted(len(side.hand), 'card')}"
    if side.timeout:
        are = "is" if side.timeout == 1 else "are"
        out = f", no slaps until {counted(side.timeout, 'more card')} {are} played"
        line += out if len(line + out) < look.columns else f", out for {side.timeout}"
    return line if mark == " " else look.bold(line)


def _pile_in_a_row(game: Slap, look: Look) -> list[str]:
    """Return the top cards of the pile, the topmost in brackets, and who played each card."""
    narrow = look.columns < NARROW
    shown = min(SHOWN, (look.columns - 6) // 7) if narrow else SHOWN
    names = [_named(game, seat, short=narrow) for seat in game.by[-shown:]]
    width = max([6] * narrow + [len(name) + 2 for name in names] + [2])
    row = "".join(f"{'':{width - 4}}{look.cells[card]}" for card in game.pile[-shown:-1])
    if game.pile:
        top = game.pile[-1]
        row += " " * (width - 2 - len(look.plain(top))) + f"[{look.card(top)}]"
    more = "..." if len(game.pile) > shown else "   "
    players = look.dim("".join(f"{name:>{width}}" for name in names))
    below = fitted(f"      {size(game)}".rstrip(), look.columns)
    return ["", f"  {more}{row}" if row else "      no cards", f"     {players}", below, ""]


def _named(game: Slap, seat: int, short: bool = False) -> str:
    name = name_of(game.options, seat).removeprefix("the ")
    for long, brief in SHORT.items() if short else ():
        name = name.replace(long, brief)
    return name


def size(game: Slap) -> str:
    if not game.pile:
        return ""
    under = f", and {counted(len(game.under), 'penalty card')} under it" if game.under else ""
    return f"{counted(len(game.pile), 'card')} in the pile{under}"


def table(
    game: Slap, look: Look, log: Sequence[str], taken: MoveMade | None = None, seat: int = 1
) -> str:
    """Return the table with `seat` at the bottom, and the log below.

    If the pile was just `taken`, arrows show who gets it. Everything has a fixed place, so that a
    terminal can paint it again and again.
    """
    pile = _pile(game if taken is None else taken.before, look)
    if taken is not None:
        before, arrows = taken.before, "vvv" if taken.after.turn == seat else "^^^"
        count = counted(len(before.pile) + len(before.under), "card")
        going = f"   {arrows} {count} to {name_of(game.options, taken.after.turn)} {arrows}"
        pile[-1] = look.bold(_clipped(going, look.columns))
    text = awaited(game)
    if len(text) >= look.columns:
        text = _clipped(awaited(game, short=True), look.columns)
    marks = "> " if game.player() == seat else " >"
    own, other = [_player(game, seat, look, marks[0])], [_player(game, 3 - seat, look, marks[1])]
    air = [""] * (look.lines >= AIRY_LINES)
    rows = [row for block in (other, pile, own, [look.bold(text)]) for row in (*block, *air)]
    height = LONG_LOG if look.lines >= LARGE_LINES else min(LOG, look.lines - BESIDES)
    rows += _rows(log, look.columns, height)
    return "".join(f"{row}\n" for row in rows)


def status(game: Slap, look: Look, stopped: bool) -> str:
    """Return the bottom line: 'Paused' if `stopped`, the round, and options if there is room."""
    line = f"{'Paused. ' * stopped}Round {game.rounds + 1}, {counted(game.cards, 'card')} played"
    words = replace(game.options, players="human,computer").in_words()  # the table shows who plays
    shown = [f"{line}; {', '.join(words)}."] if words else []
    shown += [f"{line}; {', '.join([*words[:n], '...'])}" for n in reversed(range(len(words)))]
    line = next((text for text in shown if len(text) < look.columns), f"{line}.")
    return f"{look.bold(line) if stopped else look.dim(line)}\n"


def _pile(game: Slap, look: Look) -> list[str]:
    """Return six rows with the top cards of the pile; if room is short, only one card is large."""
    large = look.has_room(LARGE_WIDTH, AIRY_LINES)
    shown = SHOWN if large else min(SHOWN, 1 + (look.columns - 14) // CELL)
    cards, by = game.pile[-shown:], game.by[-shown:]
    top, side, bottom = FRAMES[look.style == UNICODE]
    rows = ["", "", "... " * (len(game.pile) > shown), "", "", ""]
    for number, (card, seat) in enumerate(zip(cards, by), 1):
        if large or number == len(cards):
            rank, suit = card.rank.label, look.plain(card).removeprefix(card.rank.label)
            inside = [f" {rank:<6}", f"   {suit}   ", f"{rank:>6} "]
            inside = [f"{side}{look.colored(row, card)}{side}" for row in inside]
            cell = [top, *inside, bottom, look.dim(f"{_named(game, seat):^9}")]
        else:
            name = look.dim(f"{_named(game, seat, short=True):>{CELL - 1}}")
            blank = " " * (CELL - 1)
            cell = [blank, blank, blank[4:] + look.cells[card], name, blank, blank]
        rows = [f"{row}{part} " for row, part in zip(rows, cell)]
    right = LARGE_WIDTH if large else 4 + CELL * (shown - 1) + 10
    rows = [" " * (right - len(unstyle(row))) + row for row in rows]
    if game.pile:
        under = f", {len(game.under)} under it" if game.under else ""
        told = f"   {counted(len(game.pile), 'card')}"
        full = f"{told} in the pile{under}"
        told = full if len(full) < right - 10 * (len(cards) if large else 1) else told + under
        rows[5] = told + rows[5][len(told) :]
    return [row.rstrip() for row in rows]


def rows_of_pile(look: Look) -> range:
    """Return the rows of the screen in which `table` shows the pile."""
    first = 2 + (look.lines >= AIRY_LINES)
    return range(first, first + 6)


def brief(event: MoveMade, rival: Move | None, look: Look) -> str:
    """Report an event for the log and, if there is room, how much later the `rival` move came."""
    before, move, _ = event
    if move.name != "slap" or before.rule() or before.is_late(move.arguments[-1]):
        text = news(event, rival, look)
        return text if len(unstyle(text)) < look.columns else news(event, None, look)
    seat, options = slapper(move), before.options
    told = f"{does(options, seat, 'slap')} wrongly after {move.arguments[-1]} ms"
    why = f"{look.cards(before.pile[-2:])} is no pair"
    if RULES.keys() & {*options.rules}:
        why = f"no rule allows it on {look.cards(before.pile[-4:])}"
    paid = cost(before, seat)[1]
    if not paid:
        return f"{told}: {why}."
    full = f"{told}: {why}; {paid}."
    # with the option `practice`, the lesson says why the slap was wrong
    has_room = len(unstyle(full)) < 2 * look.columns - len("  ...") - 1 and not options.practice
    return full if has_room else f"{told}: {paid}."


def _rows(log: Sequence[str], columns: int, count: int) -> list[str]:
    """Return `count` rows: the last event, cut if necessary, and the earlier events that fit."""
    rows: list[str] = []
    for line in reversed(log):
        folded = wrapped(line) if len(unstyle(line)) > COLUMNS else line
        event = fitted(folded, columns).splitlines()
        if rows and len(event) + len(rows) > count:
            break
        rows[:0] = event[-count:]
    return [*[""] * (count - len(rows)), *rows]


def _clipped(text: str, columns: int) -> str:
    return text if len(text) < columns else text[: columns - 4].rpartition(" ")[0] + "..."


def awaited(game: Slap, short: bool = False) -> str:
    """Say whose turn it is, and why; if `short`, use fewer words for a challenge or a won pile."""
    options, turn, other = game.options, game.turn, 3 - game.turn
    if game.pending:
        won = f"{does(options, game.pending, 'have')} won the pile"
        may = "will" if options.seats()[game.pending - 1] == "computer" else "may"
        return f"{won}." if short else f"{won}, and {may} collect it."
    if not game.side(turn).hand:
        return "Neither player has a card left: the pile can only be slapped."
    alone = "" if game.side(other).hand else f", since {clause(options, other, 'have')} no cards"
    if not game.challenger:
        plays = does(options, turn, "play" if game.pile else "lead")
        return f"{plays}{' on' * bool(alone)}{alone}."
    chances = f"{counted(game.chances, 'chance')} left"
    if game.challenger == turn:
        return f"{does(options, turn, 'play')} on{alone}: {chances}."
    played = zip(reversed(game.pile), reversed(game.by))
    honor = next(c for c, seat in played if seat == other and c.rank in CHANCES)
    against = f"against {whose(options, other)} {honor.rank.name.lower()}"
    if short:
        return f"{chances.removesuffix(' left')} {against}."
    return f"{does(options, turn, 'play')} {against}: {chances}."


def right(game: Slap, look: Look) -> str:
    """Say which rule allows a slap at the pile, and on which cards; '' if no rule does."""
    rule = game.rule()
    if not rule:
        return ""
    count, name, _ = RULES.get(rule, PAIR)
    name = "they make ten" if rule == "ten-sum" else name
    return f"{name}, {look.cards(game.pile[-count:])}"


def news(event: MoveMade, rival: Move | None, look: Look) -> str:
    """Report an event except a wait; `rival` is the automatic move that the event beat, if any."""
    before, move, after = event
    options = before.options
    if move.name == "play":
        return f"{does(options, before.turn, 'play')} {look.card(after.pile[-1])}."
    if move.name == "collect":
        count = len(before.pile) + len(before.under)
        return f"{does(options, before.pending, 'collect')} {counted(count, 'card')}."
    seat, ms = slapper(move), move.arguments[-1]
    slaps = f"{does(options, seat, 'slap')} after {ms} ms"
    if why := right(before, look):
        if rival is not None and rival.name == "slap" and rival.arguments[0] > ms:
            why += f". {does(options, rival.seat, 'come')} {rival.arguments[0] - ms} ms later"
        return f"{slaps}: {why}."
    if before.is_late(ms):
        return f"{slaps}, too late for {right(before.uncovered(), look)}."
    cards = look.cards(before.pile[-4:])
    return f"{slaps}, wrongly: no rule allows it on {cards}. {cost(before, seat)[0]}".rstrip()


def too_late(game: Slap, first: Move, seat: int, ms: int) -> str:
    """Say that a slap, `ms` milliseconds after a card, came later than the move `first`."""
    winner = slapper(first) or game.player()
    name, verb = name_of(game.options, winner), VERBS[first.name]
    other = "and" if winner == seat else name_of(game.options, seat)
    slapped = "" if first.name == "slap" and winner != seat else " slapped"
    return f"Too late: {name} {verb} after {first.arguments[-1]} ms, {other}{slapped} after {ms}.\n"


def excuse(game: Slap, events: Iterable[MoveMade], seat: int, ms: int) -> str:
    """Say why a slap, `ms` milliseconds after the last card, does not count; '' if it does.

    `events` are the moves before the slap, the last one first.
    """
    told, played = "", False
    for event in events:
        if event.after.rounds > event.before.rounds:
            told = told if ms > TOO_LATE else _after(event, seat, ms)
            break
        if event.move.name in ("slap", "wait"):  # slaps and waits do not restart the clock
            continue
        if not played and (ms < UNSEEN or game.is_late(ms)):
            told = f"Too early: nobody sees a card within {UNSEEN} ms. This slap does not count.\n"
            if event.before.rule():
                told = _after(event, seat, ms)
        if event.before.rule() or event.after.rule() and not played:
            break
        played = True
        ms += sum(event.move.arguments[-1:])
    if told or game.pile:
        return told
    return f"{does(game.options, seat, 'slap')} where no card lies.\n"


def _after(event: MoveMade, seat: int, ms: int) -> str:
    """Say that a slap was too late, because it came `ms` milliseconds after an event."""
    before, move, after = event
    if move.name == "slap" and not before.rule():
        taker = does(before.options, after.turn, "have")
        return f"{taker} been given the pile already: this slap does not count.\n"
    return too_late(before, move, seat, move.arguments[-1] + ms)


def report(game: Slap, outcome: Outcome, columns: int) -> str:
    options = game.options
    who = "Nobody wins"
    if outcome.winner is not None:
        who = winner_text(options, outcome.winner).partition(".")[0]  # 'You lost' is enough
    rounds = counted(game.rounds_played(), "round")
    lines = [f"{who}: {outcome.reason}.", f"{counted(game.cards, 'card')} played, {rounds}."]
    if options.slaps != "none":
        record = NARROW_RECORD if columns < NARROW else RECORD
        lines.append(" " * 16 + "".join(f"{head:>{width}}" for head, width in record.items()))
        for seat, side in enumerate(game.sides, 1):
            mean = f"{side.reaction / side.won:.0f} ms" if side.won else "-"
            counts = zip((side.won, side.missed, side.wrong, mean), record.values())
            cells = "".join(f"{count:>{width}}" for count, width in counts)
            lines.append(f"  {capital(name_of(options, seat)):<14}{cells}")
    return "\n".join(lines) + "\n"


def cost(game: Slap, seat: int) -> tuple[str, str]:
    """Say how much a wrong slap costs, or why it is free: in a sentence, and in a few words."""
    options, free = game.options, game.is_free(seat)
    if options.penalty == "none":
        return "", ""
    if options.penalty == "pile":
        takes, taker = does(options, 3 - seat, "take"), name_of(options, 3 - seat)
        return f"{takes} the pile.", f"the pile goes to {taker}"
    if cards := TIMEOUTS.get(options.penalty):
        told = f"{name_of(options, seat)} may not slap until {cards} more cards are played"
        told = capital("a card goes under the pile, and " * (not free) + told)
        return f"{told}.", f"out for {cards} cards" if free else f"a card is paid, out for {cards}"
    if not free:
        return "A card goes under the pile.", "a card is paid"
    if not game.side(seat).hand and not (game.paid and options.penalty == "card"):
        why = f"{clause(options, seat, 'have')} no card left"
    else:
        payer = seat if seat in game.paid else game.paid[0]
        why = f"{clause(options, payer, 'have')} paid already"
    return f"It costs nothing: {why}.", f"free, as {why}"


def lesson(event: MoveMade, look: Look) -> str:
    """Say which slap a person missed, or why a slap was wrong; '' if the event is neither.

    If two people play, a slap by one of them is not reported as missed by the other.
    """
    before, move, _ = event
    options, by, rule = before.options, slapper(move), before.rule()
    people = options.people()
    if rule and people and by not in people and move.name != "wait":
        how = f"{name_of(options, by or before.player())} {VERBS[move.name]}"
        ms = f" after {move.arguments[-1]} ms" if by else ""
        how += {"play": " on it", "collect": " it", "slap": ms}[move.name]
        return f"Missed: {RULES.get(rule, PAIR).name}, {_ranks(before, look)}; {how}.\n"
    if rule or by not in people:
        return ""
    if other := rule_of(before.pile, RULES):
        count, name, _ = RULES[other]
        cards = look.cards(before.pile[-count:])
        return f"Wrong: {cards} is {name}, which counts only with --rules {other}.\n"
    named = listed(["pair", *(rule for rule in options.rules if rule in RULES)], "or")
    return f"Wrong: {look.cards(before.pile[-4:])} has no {named} on top.\n"


def _ranks(game: Slap, look: Look) -> str:
    """Return the ranks of the cards that could be slapped; for a flush, add the suits."""
    rule = game.rule()
    top = game.pile[-RULES.get(rule, PAIR).cards :]
    return "-".join(look.plain(card) if rule == "flush" else card.rank.label for card in top)


def after_game(events: Sequence[MoveMade], look: Look) -> str:
    """Return, for each person, the missed slaps by rule and a histogram of the reactions."""
    if not events:
        return ""
    lines, options = list[str](), events[0].before.options
    for seat in options.people():
        missed: dict[str, list[str]] = {}
        bars = Counter[int]()
        for before, move, _ in events:
            rule, by = before.rule(), slapper(move)
            if by == seat and rule:
                bars[min(move.arguments[-1] // BAR, BARS - 1)] += 1
            elif rule and move.name != "wait":
                when = f"{move.arguments[-1]} ms" if by else "nobody"
                slaps = missed.setdefault(RULES.get(rule, PAIR).name, [])
                slaps.append(f"{_ranks(before, look)} ({when})")
        if missed:
            count = counted(sum(map(len, missed.values())), "slap")
            player = capital(name_of(options, seat))
            lines.append(f"{player} missed {count} (in brackets, when the other one slapped):")
        for name, cards in missed.items():
            line, width = f"{name}, {', '.join(cards)}", min(look.columns, 80) - 1
            lines.append(fill(line, width, initial_indent="  ", subsequent_indent="    "))
        if bars:
            lines.append(f"{capital(whose(options, seat))} reactions, in ms:")
        for number in range(min(bars), max(bars) + 1) if bars else ():
            low = number * BAR
            label = f"{low} or more" if number == BARS - 1 else f"{low} to {low + BAR - 1}"
            bar = "#" * -(-bars[number] * LONGEST_BAR // max(LONGEST_BAR, *bars.values()))
            lines.append(f"  {label:>11} {bars[number]:>3} {bar}".rstrip())
    return "".join(f"{line}\n" for line in lines)


# The keys at a terminal, and the prompt that names them.


def keys_for(people: Sequence[int], chosen: Sequence[str] = ()) -> Keys:
    """Return the keys of these people: the chosen keys if their number is right, or the usual keys.

    One person needs two keys; two people need four.
    """
    keys = chosen if len(chosen) == 2 * len(people) else KEYS[len(people)]
    return {seat: (keys[2 * n], keys[2 * n + 1]) for n, seat in enumerate(people)}


def keys_of(game: Slap, stopped: bool, keys: Keys) -> dict[str, str]:
    """Return the command of each key; if `stopped`, the clock stands still."""
    if not keys:
        return {SPACE: "step", "g": "go"}
    used = tuple([key for pair in keys.values() for key in pair])
    if stopped:
        return dict.fromkeys(used, NOTHING) | {SPACE: "go"}
    play, found = "collect" if game.pending else "play", dict[str, str]()
    if used == KEYS[len(keys)]:  # the space bar plays for whoever is in turn
        found[SPACE] = play if game.player() in keys else OUT_OF_TURN
    for seat, (key, slap) in keys.items():
        found[key] = play if seat == game.player() else OUT_OF_TURN
        found[slap] = "slap" if len(keys) == 1 else f"slap {seat}"
        if game.options.slaps == "none":
            found[slap] = NOTHING
    return found


def prompt_of(game: Slap, stopped: bool, columns: int, keys: Keys) -> str:
    """Return the prompt: the keys that work, in the longest of three forms that fits."""
    wide, tight, least = list[str](), list[str](), list[str]()
    if not keys:
        wide.append("[space] step  [g] go" if stopped else "[space] stop        ")
        least.append("space g")
    elif stopped:
        wide.append("[space] go on            ")
        least.append("space")
    for seat, pair in keys.items() if not stopped else ():
        play, slap = map(_key_name, pair)
        can_play = seat == game.player() and bool(game.pending or game.side(seat).hand)
        act = f"[{play}] {'collect' if game.pending else 'play'}" * can_play
        hit = f"[{slap}] slap" * game.may_slap(seat)
        cells = f"{act:{len(play) + 10}}", f"{hit:{len(slap) + 7}}"
        wide.append("  ".join(cells))
        tight.append(" ".join(f"{cell.translate(BARE):{len(cell)}}"[:-2] for cell in cells))
        least.append(f"{play * can_play:{len(play)}} {slap * game.may_slap(seat):{len(slap)}}")
    full, alone = f"{wide[0]}  [:] command > ", f"{' | '.join(least)} | : > "
    bare = full.translate(BARE)
    if len(wide) == 2:
        full = f"1: {wide[0]}  2: {wide[1]} > "
        bare = f"1: {tight[0]}  2: {tight[1]} > "
    return next((text for text in (full, bare) if len(text) < columns), alone)


def described(game: Slap, keys: Keys) -> str:
    if not keys:
        return "Keys: the space bar stops the clock and steps, g lets it run.\n"
    slaps = game.options.slaps != "none"
    told = []
    for seat, (play, slap) in keys.items():
        if len(keys) == 1:
            play = "the space bar" if play == SPACE else play
            told += [f"{play} plays and collects", *[f"{_key_name(slap)} slaps"] * slaps]
        else:
            by = f" and slaps by {_key_name(slap)}" * slaps
            told.append(f"player {seat} plays by {_key_name(play)}{by}")
    return f"Keys: {', '.join(told)}.\nA colon begins any other command, such as :score.\n"


def unfit(chosen: Sequence[str], keys: Keys) -> str:
    """If the chosen keys are for another number of people, say which keys work; else return ''."""
    if not chosen or not keys or len(chosen) == 2 * len(keys):
        return ""
    used = ",".join(_key_name(key) for pair in keys.values() for key in pair)
    others = "one player" if len(keys) == 2 else "two players"
    return f"The keys that you chose are for {others}: these are used, {used}.\n"


def _key_name(key: str) -> str:
    return key.replace(SPACE, "space")
