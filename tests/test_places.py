"""Moves in the words of the board, and the refusal of cards that do not lead."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cardgames import games
from cardgames.cli.playing import text_player
from cardgames.games.canfield.game import CanfieldOptions
from cardgames.model.cards import DECK, parse_card
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError
from cardgames.model.game import Game, Move
from cardgames.patience.founding import turns_to
from tests import test_canfield, test_klondike
from tests.positions import piles
from tests.samples import sample
from tests.seated import player_of, session_of
from tests.test_kit import player_at, position
from tests.test_language import CANFIELD, KLONDIKE, MOD10, RUMMY, says, says_all
from tests.walks import NAMES, Case, positions, walk, with_hidden_cards_shuffled

PATIENCES = [name for name in NAMES if text_player(name).short_forms.places]


WORDS = """
    wsttab 4 = waste to 4 | the waste onto 4 | waste 4
    wstfnd = waste to foundation | jh to foundation | move jh to foundation
    restab 3 = reserve to 3
    tabfnd 3 = jd to its foundation | put jd on the foundations | 3 to foundation 2
    fndtab 2 3 = foundation 2 to 3
    tabtab 3 4 = tableau 3 to 4 | tableau pile 3 to pile 4
    tabtab 2 3 = 2 on 3 | 2 to 3
    tabtab 1 4 = 6D-5S onto QS
    refused: that is half a move: fndtab 2 2 = foundation to 3
    refused: that is half a move: tabfnd 3 = tableau to foundation
    refused: that is half a move: wsttab 4 = waste
    refused: there is no tableau pile 9: they are numbered 1 to 4 = tableau 9 to 4
    refused: no card goes from the waste to the reserve = waste to reserve
    refused: no tableau pile is empty = jd to the empty pile
    moves = move
    refused: that is no move: 'help move' = move xx to foundation
    refused: unknown command 'wastes' = wastes time
    refused: unknown command 'next': 'new' deals the next game = next
"""
# The card that is named must lead the move, or lie on top where it goes.
NOT_LEADING = """
    refused: 2S is not on top of the waste: JH is = 2s 4 | 2s
    refused: KC is not on top of tableau pile 2: QD is = kc f | jh kc
    refused: 10C is not on top of foundation 2: JC is = 10c 3 | 10c
    refused: JC has no legal move = jc
    refused: 5S does not lead tableau pile 1, which moves as a whole: 6D does = 5s 2
    refused: 4C is on no pile that you see = 4c
"""
# Two ranks, or a rank and a card, are a move if one pair fits.
RANKS = """
    tabtab 5 1 = q on k | Q onto K | put the queen on the king | q k | q kd | qc on k
    tabtab 4 5 = 10c j
    wsttab 4 = 9h 10 | 9h on 10
    tabtab 2 3 = 2 on 3
    quit = q
    auto = a
    refused: that can be 2 moves: type '10s jh' or '10c jh' = 10 on j | 10 jh
    refused: no king can go on a queen now = k to q
    refused: no king can go on an ace now = k on a
    refused: no 9H can go on a king now = 9h k
    refused: no ten can go on KD now = 10 kd
    refused: QS is on no pile that you see = qs k
"""
# In Klondike any card in view leads to another pile.
IN_KLONDIKE = """
    refused: 9D is not on top of tableau pile 2: 8C is = 9d f
    tabtab 2 3 2 = 9d 3
    refused: 3D is not on top of the waste: 9H is = 3d 1
    tabtab 1 7 1 = kd to the empty pile
    wsttab 7 = waste to empty
"""
# With a tenth pile, 10 is the pile after a card, and the rank after 'on'.
TEN_PILES = """
    tabtab 1 10 1 = 9h 10 | 9h t10 | 9h on t10
    tabtab 1 10 = t1 t10
    refused: that is half a move: tabtab 10 4, tabtab 10 5 = t10
    tabtab 1 2 = 9h on 10
    tabtab 1 2 1 = 9h 10s
    tabtab 2 3 = 10 j | 10 on j | 10 on jh
"""


def test_other_places_have_their_words_too() -> None:
    player, _ = player_at(position("5H/6S/4H", "9C"))
    for line, means in (("cell 1 to 2", "celtab 1 2"), ("1 to cell 2", "tabcel 1 2")):
        found, arguments = player.read(line)
        assert " ".join([found.name, *map(str, arguments)]) == means


def laid(name: str, tableau: str, waste: str = "", cells: str = "", **options: Any) -> Any:
    """The position of a patience with this tableau, all cards of which lie face up."""
    model: Any = games.model(name)
    dealt = session_of(model, **options).game
    return model(
        dealt.options,
        piles(tableau, len(dealt.tableau)),
        down=(0,) * len(dealt.down),
        waste=tuple(map(parse_card, waste.split())),
        foundations=((),) * len(dealt.foundations),
        cells=piles(cells, len(dealt.cells)),
    )


TO_TEN = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H"


@pytest.mark.parametrize(("game", "table"), [
    *[(CANFIELD, WORDS), (CANFIELD, NOT_LEADING), (KLONDIKE, RANKS), (KLONDIKE, IN_KLONDIKE)],
    (laid("spider", "9H/10S/JH/KC/KD/5C/5D/5C/5D/QS"), TEN_PILES),
    (test_klondike.position("JH", foundations=TO_TEN), "tabfnd 1 = j on 10"),
    *[(game, "refused: quit is typed alone = q on k") for game in (MOD10, RUMMY, "clock")],
])  # fmt: skip
def test_what_is_typed_means(game: Game | str, table: str) -> None:
    says_all(game, table)


def test_on_10_is_the_pile_where_that_was_a_move_of_older_scripts() -> None:
    game = laid("spider", "9H/10S/JH/KC/KD/5C/5D/5C/5D/10C")
    says(game, "9h on 10", "tabtab 1 10 1")
    says(game, "9h", "refused: 9H can go onto 10S or 10C: type '9h 10s' or '9h 10c'")


KINGS = 7 * "/KC"


class TestACardAlone:
    @pytest.mark.parametrize(("name", "tableau", "other", "line", "means"), [
        ("freecell", "AC/2D/3S/KC/KD/KH/KS/", "", "ac", "tabfnd 1"),
        ("freecell", "9C/2D/3S/KC/KD/KH/KS/", "", "2d", "tabtab 2 3"),
        ("freecell", "9C/2D 7D/3S/KC/KD/KH/9S/", "", "9c", "tabtab 1 8"),
        ("freecell", "9C/2D 7D/3S/KC/KD/KH/9S/QS", "", "9c", "tabcel 1"),
        ("freecell", "9C/2D/3S/KC//KS//QS", "QD", "qd", "refused: QD can go onto"),
        ("freecell", "9C/2D/3S/KH//KD//QS", "JD", "jd", "celtab 1 8"),
        ("freecell", "9C/2D/3S/KH//KD//QS", "5D", "5d", "celtab 1 5"),
        ("klondike", "5C 4S 3D/5H/5D/////", "", "4s", "refused: 4S can go onto 5H or 5D: "),
        ("klondike", "3D KD/5H//5D////", "", "kd", "tabtab 1 3"),
        ("golf", "5C/6D/9C/9D/9H/9S/KH", "4S", "5c", "tabwst 1"),
        # Copies of a card are shown by their places.
        ("spider", f"5C/5C/6D{KINGS}", "", "5c",
         "refused: that can be 2 moves: type '1 3' or '2 3'"),
        ("spider", f"5C/6D/6D{KINGS}", "", "5c",
         "refused: that can be 2 moves: type '5c 2' or '5c 3'"),
        ("spider", f"5C/5C/6D{KINGS}", "", "5 6", "tabtab 5 6"),
        ("spider", f"JC/JC/QD{KINGS}", "", "j q",
         "refused: that can be 2 moves: type '1 3' or '2 3'"),
    ])  # fmt: skip
    def test_it_makes_its_obvious_move(
        self, name: str, tableau: str, other: str, line: str, means: str
    ) -> None:
        pile = {"waste" if name == "golf" else "cells": other} if other else {}
        says(laid(name, tableau, **pile), line, means)

    @pytest.mark.parametrize("name", sample(["klondike", "spider", "freecell"], PATIENCES))
    def test_what_a_refusal_shows_can_be_typed(self, name: str) -> None:
        player = player_of(session_of(games.model(name)))
        for place in walk(Case(games.model(name), games.model(name).options_type()), 1)[
            :: sample(20, 7)
        ]:
            player.session.history.now = game = place.game
            for line in [*map(str, DECK), "10 j", "j q", "q k"]:
                typed = re.findall("'(.*?)'", told(player, game, line).partition("type ")[2])
                moves = {game.canonical(game.parse(told(player, game, one))) for one in typed}
                assert len(moves) == len(typed) != 1 and moves <= set(place.legal)


class TestACardThatDoesNotLead:
    def test_an_open_reserve(self) -> None:
        game = test_canfield.position(
            reserve="2H 9S", tableau="6D/KC/JD/QS", options=CanfieldOptions(reserve="open")
        )
        says(game, "2h 3", "refused: 2H is not on top of the reserve: 9S is")

    def test_the_stock_is_known_after_a_redeal(self) -> None:
        stock = "4C KH 6C"
        game = test_klondike.position("2C/3C", stock=stock, waste="9H", redeals=1)
        says(game, "kh 7", "refused: KH is in the stock")
        game = test_klondike.position("2C/3C", stock=stock, waste="9H")
        says(game, "kh 7", "refused: KH is on no pile that you see")


def shuffled(name: str) -> Iterator[tuple[Game, Game]]:
    """Positions of a game, each with another one that looks the same to the player."""
    case = Case(games.model(name), games.model(name).options_type())
    for number, (game, *_) in enumerate(positions(case, count=1)[5 :: sample(40, 12)]):
        yield game, with_hidden_cards_shuffled(game, 1, Random(number))


@pytest.mark.parametrize("name", ["canfield", "klondike"])
def test_no_refusal_tells_a_hidden_card(name: str) -> None:
    player = player_of(session_of(games.model(name)))
    for game, other in shuffled(name):
        for card in DECK:
            for line in (f"{card}", f"{card} 3", f"{card} f", f"turn {card}"):
                assert told(player, game, line) == told(player, other, line)


def told(player: Any, game: Game, line: str) -> str:
    """What a line means in a position, or why it is refused."""
    player.session.history.now = game
    try:
        found, arguments = player.read(line)
        if found.name == "turn":
            return f"turn {turns_to(player.game, *arguments)}"
    except CardGameError as error:
        return str(error)
    return str(Move(found.name, arguments))
