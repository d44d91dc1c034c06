"""Short and loose forms of typed lines, and their meaning in the notation.

Each table is a part of the specification: typed lines, and their notation or their refusal.
"""

import re
from typing import Any

import pytest

from cardgames import games
from cardgames.games import model
from cardgames.games.canfield.game import CanfieldOptions
from cardgames.model.cards import DECK, parse_card
from cardgames.model.commands import Commands, commands_in
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError, InvalidCommand, slips_between
from cardgames.model.game import Game, Move
from cardgames.patience.game import turns_to
from cardgames.play.language import TRIED
from cardgames.play.places import MOVING, card_in
from cardgames.text.commands import Leave, rules_text
from tests import test_canfield, test_klondike, test_mod10, test_rummy
from tests.positions import piles
from tests.samples import sample
from tests.seated import Memory, placed, player_of, session_of
from tests.test_kit import player_at, position
from tests.walks import NAMES, Case, every_game, positions, walk, with_hidden_cards_shuffled

PATIENCES = [name for name in NAMES if games.player(name).short_forms.places]

CANFIELD = test_canfield.position(
    reserve="2H 9S",
    foundations="10D/10C JC",
    tableau="6D 5S/KC QD/JD/QS",
    stock="4C 5C 6C 7C",
    waste="2S JH",
)
"""Pile 1 begins with 6D; the foundations begin with tens."""

KLONDIKE = test_klondike.position(
    tableau="2C 3C|KD/4S 5S|10S 9D 8C/10H/10C/QC JH/9S/",
    waste="3D 9H",
    foundations="AS 2S/AH",
    stock="4C 5C 6C",
)
"""Pile 2 has 10S 9D 8C face up, and 5S under them face down; pile 7 is empty."""

MOD10 = test_mod10.position("KC KD/2C 6D 5C 3C/9S 5H 6S AS/4D/2H/4H/2S")

RUMMY = test_rummy.position(
    "4H 5H 6H 7C 8C 9C KS QD QC 9S 10H/2C 3C 4C",
    discards="JD",
    melds="2: 7H 8H 9H/2: 6D 7D 8D",
    stock="KD 10S",
    drawn=True,
)
"""It is your turn, and you have drawn."""


def seat(game: Game | str) -> Any:
    """Return a text player at this position, or at the first position of the game so named."""
    if isinstance(game, Game):
        return placed(game)
    return player_of(session_of(model(game)), Memory())


def meaning(player: Any, line: str) -> str:
    try:
        found, arguments = player.read(line)
    except CardGameError as error:
        return f"refused: {error}"
    return str(Move(found.name, arguments))


def says(game: Game | str, line: str, wanted: str) -> None:
    found = meaning(seat(game), line)
    assert found.startswith(wanted) if wanted.startswith("refused") else found == wanted, line


def says_all(game: Game | str, table: str) -> None:
    """Check a table: in each line a notation or refusal, and after ' = ' what is typed for it."""
    for row in table.strip().splitlines():
        wanted, _, typed = row.strip().rpartition(" = ")
        for line in typed.split(" | "):
            says(game, line, wanted)


TWO_PLACES = """
    tabtab 1 3 = 6d 3 | 6d to 3 | 6d onto 3 | 6d on 3 | 6d -> 3 | 6d->3 | move 6d to 3 | 13 | 1 3
    tabtab 1 3 = six of diamonds to 3 | t1 t3 | t1t3 | t 1 3
    tabtab 1 4 = 6D qs | put 6d on qs
    tabtab 3 4 = jd qs
    restab 3 = r3 | r 3
    resfnd = rf | 9s f
    wstfnd = wf | w f | wf 2
    wsttab 3 = w3 | w 3
    wsttab 4 = jh qs
    tabfnd 3 = 3f | 3 f | jd f | jd 10d | 3 f2 | t3 f
    fndtab 2 3 = f2 3 | jc 3 | f 2 3 | f23
    fndtab 1 3 = td 3
"""
# Digits may be glued to a short form, and the beginning of a name is enough.
GLUED = """
    tabfnd 3 = tf3
    tabtab 3 1 = tt31 | tt 31
    fndtab 2 3 = ft23
    undo 3 = u3
    redo 2 = red2
    new 42 = ne42
    score = sco
    refused: 'resta' could be restab, restart = resta
    refused: 'ta' could be tabfnd, tabtab = ta
"""
# Half a move is refused with the choices; the rules refuse what is forbidden.
HALVES = """
    refused: that is half a move: tabfnd 3, tabtab 3 4 = 3
    refused: that is half a move: fndtab 2 2 = f2 | f
    refused: that is half a move: tabfnd 3 = t f | t f2
    refused: no card can be moved from there = 1
    refused: tabfnd needs a pile: tf 1 to tf 4 = tf
    refused: wsttab needs a pile: wt 1 to wt 4 = wt
    refused: no card goes from the tableau to the waste = tw
    refused: no card goes from the tableau to the reserve = 3 r
    refused: unknown command '6' = 6 d 3
    refused: a move has two places: where from, and where to = 1 2 3
    refused: 9S is in the reserve: no card can go on it = jd 9s
    refused: there is no tableau pile 7: they are numbered 1 to 4 = t7 3
    refused: there is no foundation 9: they are numbered 1 to 4 = 3 f9
"""
# A card alone makes its obvious move. 2H lies under the top of the reserve, 4C in the stock.
ALONE = """
    wsttab 4 = jh | move jh
    tabfnd 3 = jd
    refused: 6D has no legal move = 6d
    refused: 10H is on no pile that you see = 10h
    refused: 2H is on no pile that you see = 2h 3
    refused: 4C is on no pile that you see = 4c 3 | 4c
    refused: AC is on no pile that you see = ac 3
"""
# In Klondike the card says how many move.
IN_KLONDIKE = """
    tabtab 2 4 = 2 4 | 9d
    tabtab 2 4 2 = 9d 4 | 9d 10c
    tabtab 2 6 1 = 8c 6
    tabtab 5 4 1 = jh 10c
    tabtab 5 1 2 = qc kd
    tabtab 2 5 = 10s
    wsttab 4 = w4 | 9h 4
    refused: unknown command 'r3' = r3
    refused: 5S is on no pile that you see = 5s 3 | 5s
    refused: 9D is not on top of tableau pile 2: 8C is = 9d f
    tabtab 2 3 2 = 9d 3
    refused: 3D is not on top of the waste: 9H is = 3d 1
    tabtab 1 7 1 = kd to the empty pile
    wsttab 7 = waste to empty
"""
# Numbers of two digits are never glued.
IN_MOD10 = """
    pick 3 = 3 | p3 | pick up from stack 3
    pick 3 1 2 4 = 3 1 2 4 | p3 1 2 4
    pick 3 9S 5H 6S = 3 9S 5H 6S | 9s 5h 6s
    pick 3 6S 5H 9S = pick up 6s,5h,9s
    pick 3 1 2 3 = 6s | 5h 9s
    refused: stack 3 has no triplet with AS = as
    refused: stack 3 has no triplet with 5H and AS = 5h as
    refused: JC is in no stack = jc
    refused: S must be a stack from 1 to 7, not '31' = 31
    refused: S must be a stack from 1 to 7, not '3124' = p3124
"""
IN_RUMMY = """
    meld 4H 5H 6H = 4h 5h 6h | meld 4h 5h 6h | m 4h,5h,6h | 4h, 5h, 6h
    meld 4H 5H 6H = m "four of hearts" five of hearts 6h
    meld 7C 8C 9C = 1 2 3 | 7c-9c | m 7c-9c
    refused: meld needs cards: m CARD... = meld
    refused: 'mel' could be meld, melds = mel
    refused: a meld is three cards or more: x 9S discards one = 9s
    refused: a meld is three cards or more = 9s 10h | 4
    discard 9S = x9s | X9S | discard the 9s | disc 9s
    discard 10H = x10h
    discard QD = xqd
    discard 4H = x 4 | x4
    discard KS = x11 | x k | xk
    discard 6H = discard "six of hearts" | x six of hearts
    refused: the cards of the hand are numbered 1 to 11 = x 12
    refused: which Q do you mean: QC or QD? = x q | xq
    refused: you hold no J = x j | xj
    refused: you hold no A = x a
    refused: unknown command 'xt' = xt
    refused: '9C-7C' is not a card = meld qc qd ks 9C-7C
    draw = draw card | draw the card
    take = take discard | take the discard
    off 10H = lay off 10h | lay 10h off | off 9 | o10h
    off 10H 1 = off 10h on 1
    off 10H 2 = off 9 2
    off KS 1 = o k 1
    refused: nobody passes in this Rummy: draw or take a card = pass
    refused: nobody knocks in this Rummy: meld and lay off = knock
"""
IN_CLOCK = """
    move 7 = 7
    move 12 = 12 | m12
    refused: PILE must be an hour from 1 to 12 = m123
    refused: unknown command 'turn' = turn
"""
IN_SLAP = """
    slap 280 = s280 | sl 280
    refused: unknown command '7' = 7
    refused: unknown command 'turn' = turn
"""
# Guesses at what was meant.
SLIPS = """
    refused: unknown command 'taptab': did you mean tabtab? = taptab
    refused: unknown command 'crad': did you mean card? = crad
    refused: unknown command 'wtsfnd': did you mean wstfnd? = wtsfnd
    refused: unknown command 'rde': did you mean red? = rde
    refused: unknown command 'exti': did you mean exit? = exti
    refused: unknown command 'trun': did you mean turn? = trun
    card = draw | flip | turn | deal
"""
# Words are skipped in moves alone: a slip must not deal a new game or let the computer play on.
SKIPPED = """
    refused: = auto off | new card | restart card | "" card
"""


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
"""
LEADING = """
    tabtab 1 2 = jd 2
    refused: 10S does not lead tableau pile 1, which moves as a whole: JD does = 10s 2 | 10s 3
"""
UNDER_JD = """
    tabfnd 1 = jd f
    refused: QD is not on top of tableau pile 1: JD is = qd f
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
    refused: a king goes on no other card = k on a
    refused: 9H goes on a 10, not on a king = 9h k
    refused: no jack can go on a queen now = j on q
    refused: a 10 goes on a jack, not on KD = 10 kd
    refused: QS is on no pile that you see = qs k
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
# Where 'on 10' was a move to the tenth pile in older scripts, it still is.
OLDER_SCRIPTS = """
    tabtab 1 10 1 = 9h on 10
    refused: 9H can go onto 10S or 10C: type '9h 10s' or '9h 10c' = 9h
"""


def laid(name: str, tableau: str, waste: str = "", cells: str = "", **options: Any) -> Any:
    """The position of a patience with this tableau, all cards of which lie face up."""
    patience: Any = model(name)
    dealt = session_of(patience, **options).game
    return patience(
        dealt.options,
        piles(tableau, len(dealt.tableau)),
        down=(0,) * len(dealt.down),
        waste=tuple(map(parse_card, waste.split())),
        foundations=((),) * len(dealt.foundations),
        cells=piles(cells, len(dealt.cells)),
    )


OPEN = test_canfield.position(
    reserve="2H 9S", tableau="6D/KC/JD/QS", options=CanfieldOptions(reserve="open")
)
STOCK: dict[str, Any] = {"tableau": "2C/3C", "stock": "4C KH 6C", "waste": "9H"}
TO_TEN = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H"


@pytest.mark.parametrize(
    ("game", "table"),
    [
        *[(CANFIELD, table) for table in (TWO_PLACES, GLUED, HALVES, ALONE, SLIPS, SKIPPED)],
        *[(CANFIELD, WORDS), (CANFIELD, NOT_LEADING), (KLONDIKE, RANKS)],
        *[(KLONDIKE, IN_KLONDIKE), (MOD10, IN_MOD10), (RUMMY, IN_RUMMY)],
        *[("clock", IN_CLOCK), ("slap", IN_SLAP)],
        ("klondike", "help tabtab = HEL tabtab\ncard = draw | flip | turn | deal"),
        ("mod10", "hide = hid\ndeal = draw | flip | turn | deal"),
        ("rummy", "refused: unknown command 'tkae': did you mean take? = tkae"),
        (laid("spider", "9H/10S/JH/KC/KD/5C/5D/5C/5D/QS"), TEN_PILES),
        (laid("spider", "9H/10S/JH/KC/KD/5C/5D/5C/5D/10C"), OLDER_SCRIPTS),
        (test_canfield.position(tableau="JD 10S/QS/7H 6S/8C"), LEADING),
        (test_canfield.position(tableau="QD JD/QS/7H/8C"), UNDER_JD),
        (OPEN, "refused: 2H is not on top of the reserve: 9S is = 2h 3"),
        # The stock is known after a redeal.
        (test_klondike.position(**STOCK, redeals=1), "refused: KH is in the stock = kh 7"),
        (test_klondike.position(**STOCK), "refused: KH is on no pile that you see = kh 7"),
        (test_klondike.position("JH", foundations=TO_TEN), "tabfnd 1 = j on 10"),
        *[(game, "refused: type quit alone = q on k") for game in (MOD10, RUMMY, "clock")],
    ],
)
def test_what_is_typed_means(game: Game | str, table: str) -> None:
    says_all(game, table)


@every_game
def test_r_is_no_redo_and_restart_is_typed_in_full(name: str) -> None:
    commands = seat(name).commands.all
    assert commands["redo"].shorts == ("red",) and commands["restart"].shorts == ()
    says(name, "red", "redo")
    says(name, "re", "refused: 're' could be ")
    if name in ("clock", "klondike", "mod10", "rummy", "slap"):  # in others it is the reserve
        says(name, "r", "refused: unknown command 'r'")


@every_game
def test_no_command_short_form_or_place_reads_as_a_card(name: str) -> None:
    player = games.player(name)
    places, typed = player.short_forms.places, Commands(model(name), player).by_word
    words = {*typed, *places, *TRIED, *MOVING, *player.short_forms.foreign}
    cards = sorted(word for word in words if card_in(word))
    assert not cards, f"these words of {name} read as cards, as tc does: {', '.join(cards)}"
    suits = set("cdhs") & set(places)
    assert not suits, f"letters of suits cannot stand for places of {name}: {', '.join(suits)}"


class TestOnlyTheNotationIsMade:
    def test_it_is_what_the_log_holds(self) -> None:
        player = seat(CANFIELD)
        player.do("jd f; turn; undo all")
        assert player.session.log == ["tabfnd 3", "card", "undo 2"]
        player = seat(KLONDIKE)
        player.do("9d 4")  # the number of cards is left out where it says nothing
        assert player.session.log == ["tabtab 2 4"]
        assert [str(card) for card in player.game.tableau[3]] == ["10C", "9D", "8C"]

    def test_the_notation_and_a_line_with_a_seat_stay_strict(self) -> None:
        for line in ("13", "6d 3", "tt31", "tabt 1 3", "draw", "r3"):
            with pytest.raises(CardGameError):
                type(CANFIELD).parse(line)
        for line in ("2: x9s", "2: draw card", "2: disc 9S"):
            with pytest.raises(InvalidCommand):
                seat(RUMMY).do(line)


class TestSeveralCommandsInALine:
    def test_semicolons_separate_them_but_not_inside_quotes(self) -> None:
        for line, commands in (
            ("card;card ; undo;", ["card", "card", "undo"]), (";;", [""]), ("card", ["card"]),
            ("save 'a;b'; card", ["save 'a;b'", "card"]), ('save "a;b"', ['save "a;b"']),
        ):  # fmt: skip
            assert commands_in(line) == commands
        player = seat("canfield")
        with pytest.raises(CardGameError, match="unknown command 'xyzzy'"):
            player.do("card; xyzzy; card")
        assert player.session.log == ["card"]

    def test_a_line_ends_where_the_turn_passes_to_another_person(self) -> None:
        """Otherwise the rest could show the hand of somebody who has not sat down yet."""
        player = player_of(session_of(model("rummy"), humans=2), Memory())
        player._looking = player.game.turn
        with pytest.raises(CardGameError, match="who must look first"):
            player.do("draw; x1; hand")
        assert len(player.session.log) == 2 and "deadwood" not in player.console.said

    def test_they_go_on_at_the_question(self) -> None:
        player = seat("canfield")
        player.do("card; quit; y")
        assert player.session.log == ["card", "new"]
        with pytest.raises(Leave):
            player.do("quit; n")


@every_game
def test_words_people_try_are_understood(name: str) -> None:
    for line in ("exit", "bye", "EXIT", "help; bye"):
        with pytest.raises(Leave):
            seat(name).do(line)
    says(name, "?", "help")
    with pytest.raises(CardGameError, match="there is no move to take back"):
        seat(name).do("undo all")


def test_a_swap_is_one_slip_as_a_letter_more_less_or_other_is() -> None:
    pairs = {"crad": 1, "cad": 1, "caard": 1, "cart": 1, "": 4, "drac": 3, "dcra": 3, "racd": 2}
    assert {word: slips_between(word, "card") for word in pairs} == pairs


@every_game
def test_help_and_rules_explain_the_short_way(name: str) -> None:
    player, short_forms = seat(name), games.player(name).short_forms
    player.do("help")
    (line,) = [line for line in player.console.said.splitlines() if "The short way" in line]
    assert short_forms.summary() in line
    assert "\nThe short way\n" in rules_text(model(name)), (
        f"rules.txt of {name} has no line 'The short way', above what its letters and numbers mean"
    )
    first, last = rules_text(model(name)).split("\nThe deal\n")[0], "\nElsewhere\n"
    assert "The aim is" in first and last in rules_text(model(name)), (
        f"the rules of {name} begin with the aim, in a sentence, and end with how others play it: "
        "in rules.txt below 'Elsewhere', on the shelf in parentheses in the docstring of the class"
    )
    # The letters, the bare move and the Enter move of a game are all among its moves.
    commands = model(name).commands
    for move in filter(None, (short_forms.bare, short_forms.enter)):
        assert move in commands.all
    letters = {letter for item in commands.all.values() for letter in "".join(item.shorts[:1])}
    assert set(short_forms.places) <= letters


def test_other_places_have_their_words_too() -> None:
    player, _ = player_at(position("5H/6S/4H", "9C"))
    assert meaning(player, "cell 1 to 2") == "celtab 1 2"
    assert meaning(player, "1 to cell 2") == "tabcel 1 2"


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
        player = player_of(session_of(model(name)))
        case = Case(model(name), model(name).options_type())
        for place in walk(case, 1)[:: sample(20, 7)]:
            player.session.history.now = game = place.game
            for line in [*map(str, DECK), "10 j", "j q", "q k"]:
                typed = re.findall("'(.*?)'", told(player, game, line).partition("type ")[2])
                moves = {game.canonical(game.parse(told(player, game, one))) for one in typed}
                assert len(moves) == len(typed) != 1 and moves <= set(place.legal)


@pytest.mark.parametrize("name", ["canfield", "klondike"])
def test_no_refusal_tells_a_hidden_card(name: str) -> None:
    player, case = player_of(session_of(model(name))), Case(model(name), model(name).options_type())
    for number, (game, *_) in enumerate(positions(case, count=1)[5 :: sample(40, 12)]):
        other = with_hidden_cards_shuffled(game, 1, Random(number))
        for card in DECK:
            for line in (f"{card}", f"{card} 3", f"{card} f", f"turn {card}"):
                assert told(player, game, line) == told(player, other, line)


def told(player: Any, game: Game, line: str) -> str:
    player.session.history.now = game
    try:
        found, arguments = player.read(line)
        if found.name == "turn":
            return f"turn {turns_to(player.game, *arguments)}"
    except CardGameError as error:
        return str(error)
    return str(Move(found.name, arguments))
