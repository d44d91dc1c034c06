"""Patiences with more than ten piles: how their moves are typed, and what their boards look like.

The games are made up, so that this page is the same whichever games are on the list.
"""

import re
from typing import Any

import pytest

from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import CardGameError
from cardgames.model.game import Game, Move
from cardgames.patience.game import Patience
from cardgames.patience.piles import Cells, Foundations, Stock, Tableau, Waste
from cardgames.screen.look import ASCII, UNICODE, WORDS, Look
from cardgames.text.layout import banks, rules_of
from tests.samples import sample
from tests.test_kit import player_at
from tests.test_low_screens import playable


def made(name: str, *piles: Any, packs: int = 1) -> Any:
    return type(name.title(), (Patience,), {"name": name, "piles": piles, "packs": packs})


TWELVE = made(
    "twelve", Tableau((3,) * 12, build="any", together="run"), Stock(), Waste(), Foundations(4)
)
THIRTEEN = made(
    "thirteen", Tableau((4,) * 13, build="any", together="open"), Cells(4), Foundations(4)
)
EIGHTEEN = made("eighteen", Tableau((3,) * 17 + (1,), build="suit"), Foundations(4, back="any"))
TWENTY_FOUR = made(
    "twentyfour", Tableau((3,) * 24, build="any"), Cells(16), Stock(), Waste(), Foundations(12),
    packs=3,
)  # fmt: skip
SIXTY = made("sixty", Tableau((1,) * 60, build="any"), Cells(12), Stock(), Waste(), Foundations(8),
             packs=2)  # fmt: skip
WIDE = [TWELVE, THIRTEEN, EIGHTEEN, TWENTY_FOUR, SIXTY]
every_wide = pytest.mark.parametrize("game", WIDE, ids=lambda game: str(game.name))


def dealt(game: Any, seed: int = 1) -> Any:
    options = game.options_type()
    return game.deal(shuffled_deck(Random(seed), game.fresh_deck(options)), options)


def played(game: Any, moves: int, seed: int = 1) -> list[Any]:
    """The positions of a game played at random."""
    position, random = dealt(game, seed), Random(seed)
    found = [position]
    for _ in range(moves):
        legal = [*position.legal_moves()]
        if not legal:
            break
        position = position.apply(legal[random.below(len(legal))])
        found.append(position)
    return found


def meaning(player: Any, line: str) -> str:
    try:
        found, arguments = player.read(line)
    except CardGameError as error:
        return f"refused: {error}"
    return str(Move(found.name, arguments))


@every_wide
def test_each_legal_move_is_read_back(game: Any) -> None:
    for position in played(game, sample(20, 60))[:: sample(20, 3)]:
        player, _ = player_at(position)
        for move in [*position.legal_moves()][:: sample(1 + len(position.tableau), 1)]:
            for line in (str(move), player.typed(move), *lines_for(player, position, move)):
                assert position.canonical(position.parse(meaning(player, line))) == move, line


def lines_for(player: Any, game: Game, move: Move) -> list[str]:
    """The short form with its blank, and glued to the first number."""
    command = game.commands.all[move.name]
    words = [command.shorts[0], *map(str, move.arguments)]
    return [" ".join(words), f"{words[0]}{' '.join(words[1:])}"]


@pytest.mark.parametrize(("game", "line", "means"), [
    (THIRTEEN, "12 8", "tabtab 12 8"), (THIRTEEN, "128", "tabtab 12 8"),
    (THIRTEEN, "913", "tabtab 9 13"), (THIRTEEN, "1213", "tabtab 12 13"),
    (THIRTEEN, "t1 12", "tabtab 1 12"), (THIRTEEN, "t12 1", "tabtab 12 1"),
    (THIRTEEN, "t1t12", "tabtab 1 12"), (THIRTEEN, "12f", "tabfnd 12"),
    (THIRTEEN, "tt 128", "tabtab 12 8"), (THIRTEEN, "tabtab 128", "tabtab 12 8"),
    (THIRTEEN, "tt 9 13 2", "tabtab 9 13 2"), (THIRTEEN, "tt12 8", "tabtab 12 8"),
    (THIRTEEN, "pile 12 to pile 3", "tabtab 12 3"), (THIRTEEN, "12->3", "tabtab 12 3"),
    (THIRTEEN, "column twelve to pile three", "tabtab 12 3"), (THIRTEEN, "12-3", "tabtab 12 3"),
    (THIRTEEN, "12e", "tabcel 12"), (THIRTEEN, "12e3", "tabcel 12 3"),
    (THIRTEEN, "e112", "celtab 1 12"), (THIRTEEN, "e12", "celtab 1 2"),
    (THIRTEEN, "et 112", "celtab 1 12"), (THIRTEEN, "cell 1 to 12", "celtab 1 12"),
    (THIRTEEN, "t13 to the free cell", "tabcel 13"),
    (THIRTEEN, "112", "refused: '112' can be '1 12' or '11 2': type a blank"),
    (THIRTEEN, "tt 112", "refused: '112' can be '1 12' or '11 2': type a blank"),
    (THIRTEEN, "t112", "refused: '112' can be '1 12' or '11 2': type a blank"),
    (THIRTEEN, "tt 12", "refused: tabtab needs two piles: tt T1 T2 [N]"),
    (THIRTEEN, "12 14", "refused: there is no tableau pile 14: they are numbered 1 to 13"),
    (THIRTEEN, "999", "refused: there is no tableau pile 999: they are numbered 1 to 13"),
    (THIRTEEN, "0 3", "refused: there is no tableau pile 0: they are numbered 1 to 13"),
    (THIRTEEN, "9" * 900, f"refused: there is no tableau pile {'9' * 9}: they are numbered"),
    (TWELVE, "w12", "wsttab 12"), (TWELVE, "wt12", "wsttab 12"), (TWELVE, "wt 12", "wsttab 12"),
    (TWELVE, "12 q", "refused: "), (TWELVE, "waste to 12", "wsttab 12"),
    (EIGHTEEN, "f1 18", "fndtab 1 18"), (EIGHTEEN, "f118", "fndtab 1 18"),
    (EIGHTEEN, "1718", "tabtab 17 18"), (EIGHTEEN, "195", "refused: there is no tableau pile 195"),
    (TWENTY_FOUR, "e1624", "celtab 16 24"), (TWENTY_FOUR, "24e16", "tabcel 24 16"),
    (SIXTY, "60 9", "tabtab 60 9"), (SIXTY, "5960", "tabtab 59 60"),
    (SIXTY, "123", "refused: '123' can be '1 23' or '12 3': type a blank"),
])  # fmt: skip
def test_what_is_typed_means(game: Any, line: str, means: str) -> None:
    found = meaning(player_at(dealt(game))[0], line)
    assert found.startswith(means) if means.startswith("refused") else found == means


@every_wide
def test_no_two_moves_are_typed_alike(game: Any) -> None:
    player, _ = player_at(played(game, 9)[-1])
    lines = [player.typed(move) for move in player.game.legal_moves()]
    assert len({*lines}) == len(lines)


def looks() -> list[Look]:
    """Screens of several sizes, also with large cards."""
    found = []
    for columns, lines in ((80, 24), (40, 24), (57, 18), (100, 36), (200, 60)):
        look = Look(UNICODE if columns == 200 else ASCII, notes=True, columns=columns)
        look.lines, look.large = lines, columns > 80
        found.append(look)
    return found


@every_wide
def test_a_board_shows_what_can_be_played_or_says_what_it_needs(game: Any) -> None:
    for position in played(game, sample(9, 60))[:: sample(9, 3)]:
        player, _ = player_at(position)
        for player.look in looks():
            lines = player.board(position).splitlines()
            board = "\n".join(lines)
            assert max(map(len, lines)) < player.look.columns, board
            assert len(lines) <= player.look.lines - 2, board
            if "The board needs" not in board:
                in_letters = board.translate(str.maketrans("♠♥♦♣", "SHDC"))
                shown = {*re.findall(r"[0-9JQKA]+[CDHS]", in_letters)}
                assert playable(position) <= shown, board
                numbers = [*map(int, re.findall(r"(?<!\S)\d+(?!\S)", board))]
                assert {*range(1, len(position.tableau) + 1)} <= {*numbers}, board


@every_wide
def test_a_board_of_80_columns_and_24_lines_is_enough(game: Any) -> None:
    for position in played(game, sample(9, 30))[::9]:
        player, _ = player_at(position, notes=True)
        assert "The board needs" not in player.board(position)


@every_wide
def test_scripts_and_readers_aloud_get_lines_that_fit(game: Any) -> None:
    position = played(game, 9)[-1]
    player, _ = player_at(position)
    script = player.board(position).splitlines()
    player.look = Look(WORDS, notes=True)
    words = player.board(position).splitlines()
    assert max(map(len, script)) < 80
    tops = [str(pile[-1]) for pile in position.tableau if pile]
    assert all(top in " ".join(script) for top in tops)
    told = " ".join(" ".join(words).split())
    assert all(f"Tableau {t}" in told for t in range(1, len(position.tableau) + 1))


@pytest.mark.parametrize(("count", "most", "parts"), [
    (18, 20, [(1, 18)]), (18, 10, [(1, 9), (10, 18)]), (13, 10, [(1, 6), (7, 13)]),
    (10, 9, [(1, 5), (6, 10)]), (24, 10, [(1, 8), (9, 16), (17, 24)]), (7, 10, [(1, 7)]),
])  # fmt: skip
def test_banks_are_about_as_long_as_each_other(
    count: int, most: int, parts: list[tuple[int, int]]
) -> None:
    assert banks(count, most) == parts


def test_a_board_in_two_banks() -> None:
    player, _ = player_at(dealt(EIGHTEEN), notes=True)
    player.look.columns = 40
    assert player.board(player.game) == """\
                        foundations
                         .   .   .   .
 0 of 52 up
   1   2   3   4   5   6   7   8   9
  5D  JC  9S  AC  2D  KC  5C  2C  9H
 10D  3C  8S  4C  QS  9C  KH  KS  JH
  7S  7C  3S 10H  QC  AS 10C  2S  KD
  10  11  12  13  14  15  16  17  18
  9D  7D  6H  QH  6D  5S  2H  8D  8C
  5H  4S  JS  AD  JD 10S  3D  6C
  8H  QD  4H  3H  7H  4D  AH  6S
"""


@every_wide
def test_the_rules_show_a_form_that_is_understood(game: Any) -> None:
    (row,) = [line for line in rules_of(game).splitlines() if "  tabtab T1 T2" in line]
    assert row.startswith("  3 1  ")
    assert meaning(player_at(dealt(game))[0], "3 1") == "tabtab 3 1"
