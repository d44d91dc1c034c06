"""Boards on small screens: what can be played is in view, or a line says what the board needs."""

import re
from random import Random
from typing import Any

from cardgames.cli.playing import new_session
from cardgames.model.cards import BACK
from cardgames.patience.game import Patience
from cardgames.screen.look import ASCII, Look
from tests.samples import sample
from tests.seated import player_of
from tests.test_painter_terminal import Painted
from tests.walks import Case, every_case, positions

NOTICE = re.compile(r"The board needs\s+(\d+)\s+(lines|columns),\s+not\s+(\d+)\.")
TOKEN = re.compile(r"(?<!\S)([-+#]?)(10|[2-9AJQK]|\d+)([CDHS]?)(?!\S)")
"""A card, with - at the end of a run; +N; or #N, the cards that are face down."""


def playable(game: Any) -> set[str]:
    """The cards at the ends of all piles, and those that a move can take from the tableau."""
    piles = [*game.tableau_seen(), *game.cells, *game.foundations, game.reserve, game.waste]
    found = {str(pile[-1]) for pile in piles if pile and pile[-1] is not BACK}
    for move in game.legal_moves() if game.outcome() is None else ():
        after = game.apply(move)
        for old, new in zip(game.tableau, after.tableau):
            found |= {str(old[len(new)])} if len(new) < len(old) else set()
    return found


def below(lines: list[str], row: int, at: int) -> str:
    """The cell that ends in column AT of the line below ROW."""
    return lines[row + 1][max(0, at - 4) : at].strip() if row + 1 < len(lines) else ""


def pile_with(game: Any, card: str) -> tuple[list[str], int]:
    pile = next([*map(str, pile)] for pile in game.tableau if card in map(str, pile))
    return pile, pile.index(card)


def check_folded(game: Any, lines: list[str]) -> None:
    for row, line in enumerate(lines):
        for found in TOKEN.finditer(line):
            sign, number, suit = found.groups()
            under = below(lines, row, found.end()).lstrip("-")
            if sign == "+" and game.layout.packs == 1:
                assert pile_with(game, under)[1] == int(number), (found[0], under)
            elif sign == "#" and not suit and game.layout.packs == 1:
                pile, place = pile_with(game, under)
                assert int(number) in (game.face_down(t) for t in range(1, len(game.tableau) + 1))
                assert place == int(number), (found[0], under)
            elif sign == "-" and suit and game.layout.packs == 1:
                above = below(lines, row - 2, found.end()).lstrip("-")
                pile, first = pile_with(game, above)
                run = game.read_deck(" ".join(pile[first : pile.index(number + suit) + 1]))
                assert len(run) > 2 and all(
                    game.layout.tableau.fits(game, b, a) for a, b in zip(run, run[1:])
                ), above


@every_case
def test_what_can_be_played_is_in_view_or_the_board_says_what_it_needs(case: Case) -> None:
    chance, player = Random(1), player_of(new_session(case.setup(0)))
    for game, *_ in positions(case, count=1)[:: sample(24, 1)]:
        for _ in range(sample(2, 10)):
            player.look = look = Look(ASCII, notes=True, columns=chance.randint(20, 120))
            look.lines = chance.randint(4, 24)
            lines = player.board(game).splitlines()
            where = "\n".join([f"{case}, {look.columns}x{look.lines}:", *lines])
            assert max(map(len, lines)) <= look.columns, where
            assert len(lines) <= look.lines - 2, where
            if found := NOTICE.search(" ".join(lines)):
                needs, what, has = int(found[1]), found[2], int(found[3])
                assert has < needs and has == getattr(look, what), where
                if what == "lines":  # it is what the board needs, no more and no less
                    for look.lines, told in ((needs - 1, True), (needs, False)):
                        assert bool(NOTICE.search(player.board(game))) is told, (needs, where)
            elif isinstance(game, Patience):
                shown = re.findall(r"(?<![^\s-])(?:10|[2-9AJQK])[CDHS](?![^\s-])", " ".join(lines))
                assert playable(game) <= {*shown}, where
                check_folded(game, lines)


def test_a_notice_goes_when_it_is_true_no_longer(opened: list[Painted]) -> None:
    for words, low, high in (
        (("clock",), (24, 40), (24, 80)), (("eightoff", "--seed", "9"), (8, 80), (9, 80)),
        (("freecell", "--seed", "1"), (24, 30), (12, 60)), (("mod10",), (24, 59), (24, 60)),
    ):  # fmt: skip
        opened.append(Painted(*words, "--no-color", size=low))
        table = opened[-1]
        table.until(lambda now: ">" in now[-1])
        for size in (high, low, high, (6, 20), high):
            table.type("zz")
            table.resize(*size)
            small = size != high
            table.until(lambda now, small=small: is_told(now) is small and now[-1][-2:] == "zz")
            assert len(table.view.lines) <= size[0]
            table.type("\x15")


def is_told(lines: list[str]) -> bool:
    return bool(NOTICE.search(" ".join(line.strip() for line in lines)))


def test_what_was_said_fits_each_width_anew(opened: list[Painted]) -> None:
    opened.append(Painted("klondike", "--seed", "4", "--no-color", size=(9, 80)))
    table = opened[-1]
    table.until(lambda now: ">" in now[-1])
    table.type("hint\n")
    told = "Hint: turn the whole stock (turn 8): it costs nothing and shows every card."
    table.until(lambda now: told in now)
    for size in ((15, 40), (8, 30), (15, 40), (24, 80)):
        table.resize(*size)

        def is_folded(now: list[str], columns: int = size[1]) -> bool:
            at = next((at for at, line in enumerate(now) if line.startswith("Hint")), 0)
            text = " ".join(line.strip() for line in now[at:-1])
            return text == told and (len(now[at:-1]) == 1) is (columns == 80)

        table.until(is_folded)


def test_a_page_is_laid_out_anew_and_goes_when_there_is_room(opened: list[Painted]) -> None:
    opened.append(Painted("canfield", "--seed", "3", "--no-color", size=(12, 80)))
    table = opened[-1]
    table.until(lambda now: ">" in now[-1])
    table.type("help card\n")
    table.until(lambda now: "> help card" in now)
    table.resize(8, 80)
    table.type("help\n")
    table.until(lambda now: now[-1].startswith("Press Enter"))
    table.type("hi")
    table.until(lambda now: now[-1] == "Press Enter to go on. hi")
    table.resize(45, 80)
    table.until(lambda now: "reserve" in now[0] and "> help" in now and now[-1] == "> hi")
