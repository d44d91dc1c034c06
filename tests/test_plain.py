"""Plain words: what newcomers type and what was refused before, in every game where it makes sense.

Each table is a part of the specification, as in `test_language.py`.
"""


from typing import Any

import pytest

from cardgames.games import model
from cardgames.model.cards import BACK, Rank
from cardgames.model.deal import Random
from cardgames.model.errors import CardGameError
from cardgames.model.game import Game, Move
from cardgames.play.language import TRIED
from cardgames.play.plain import COURT, POLITE
from cardgames.text.commands import Leave
from tests.samples import sample
from tests.seated import player_of, session_of
from tests.test_language import (
    CANFIELD,
    KLONDIKE,
    MOD10,
    PATIENCES,
    RUMMY,
    laid,
    meaning,
    says_all,
    seat,
)
from tests.walks import Case, every_game, walk, with_hidden_cards_shuffled

FREECELL = laid("freecell", "AC/QS/7H/8S/KD QH/4H/3S/", cells="2D")
"""The last pile is empty, and so are three cells."""
NO_PILE = laid("freecell", "AC/QS/7H/8S/KD QH/4H/3S/5C", cells="2D")
NO_ROOM = laid("freecell", "AC/QS/7H/8S/KD QH/4H/3S/5C", cells="2D/2H/2S/2C")
TWO_KINGS = laid("klondike", "KD/9S KS/JC/5C/4C//", waste="9H")
ONE_KING = laid("klondike", "3C QD/9S/JC/5C/4C/8H/", waste="KH")
GOLF = laid("golf", "AC/QS/7H/8S/KD QH/4H/3S", waste="8D")
SPIDER = laid("spider", "AC/QS/7H/8S/KD QH/4H/3S/6S/9C/JS")

IN_FREECELL = """
    tabfnd 1 = ace to foundation | a to f | a f | aces home | ace home | the ace to its foundation
    tabfnd 1 = put the ace in the foundation | place ace onto the ace pile | ac up | ac: home | ace
    tabfnd 1 = 1 up | pile 1 -> foundation | column 1 to home | stack one up | ac => foundation
    tabcel 2 = qs to a free cell | qs to the free cell | qs to cell | qs c | qs to c
    tabcel 2 = queen of spades c | black queen to the free cell | 2 to a cell | qs to reserve
    tabcel 3 = move the top card of pile 3 to a free cell | 3 to the free cell | 3-c | red 7 to c
    tabcel 3 = sevens to free cell | please put red 7 into a cell, thanks | 7h to freecell!
    tabcel 2 3 = qs to cell 3 | qs to free cell 3
    tabtab 3 4 = red 7 on black 8 | red seven onto the black eight | 3-4 | 3/4 | #3 to #4 | t3-t4
    tabtab 3 4 = column three to column 4 | col3 to col4 | from 3 to 4 | tableau 3 > 4
    tabtab 3 4 1 = 7h -> 8s | 7h: 8s | 7h to 8s please
    tabtab 7 6 = three to 6 | three on red 4 | threes to fours | 7-6
    tabtab 2 8 1 = qs to the free pile | qs to free column | qs to empty | qs to the vacant stack
    celtab 1 7 = cell 1 to 7 | cell 1 to the three
    refused: that can be 2 moves: type 'qs 8' or 'qs e' = qs to free | qs free | qs to a free space
    refused: that can be 2 moves: type '7h 8s' or '3s 4h' = three on four
    refused: that can be 2 moves: type '7h e' or '3s e' = put the seven into a cell
    refused: that can be 2 moves: type '7h 8s' or '7h 8' = 3 on eight
    refused: no king can go to an empty pile now = k to empty | kings to the empty column
    refused: no jack is in view = jack on the red queen | jacks up | the jack
    refused: no black ace can = black ace to the black two
    refused: a move has two places = qs to 3 to 4 | ace king queen
    auto = auto hint | a hint | auto please | a
    hint = hint please | please hint | hint!
    refused: that is no move: 'help move' = qs to paris
    refused: unknown command 'k' = k
    refused: unknown command 'paris' = paris to qs
    refused: there is no stock in FreeCell, and no waste = deck to 3
    refused: unknown command 'deck' = deck
"""
WITHOUT_A_PILE = """
    tabcel 2 = qs to free | qs free
    refused: no pile is empty = k to empty | king to the empty column
"""
WITHOUT_ROOM = """
    refused: every cell is full = queen to cell | threes to the free cell
    tabcel 2 = qs to a cell | qs c
    refused: no pile or cell is free = queen to free
"""
IN_KLONDIKE = """
    wsttab 3 = w-3 | deck to 3 | discard pile to 3 | talon to column 3 | w: 3 | play waste to 3
    wstfnd = waste home | w up | deck to the foundation
    tabtab 1 7 = k to empty | king to the empty pile | kings to a vacant column | king to column 7
    tabtab 1 2 = 1-2
    tabtab 5 1 = black queen on red king | queen to king
    refused: no ace is in view = ace to foundation | a to f
    refused: there are no cells in Klondike = kd to free cell
    refused: there is no reserve in Klondike = reserve to 3
    refused: that is no move: 'help move' = 9h c
    refused: no red 7 is in view = red 7 on black 8
    card = deck | stock | deal | the deck
"""
WITH_TWO_KINGS = """
    refused: that can be 2 moves: type 'kd 6' or 'ks 6' = k to empty
    refused: that can be 2 cards: type 'kd' or 'ks' = king
    tabtab 1 6 1 = kd to empty, please
    tabtab 2 6 = black king to space
"""
WITH_ONE_KING = """
    wsttab 7 = king to empty | k to free | w to space
"""
IN_GOLF = """
    tabwst 3 = 3 to waste | seven to the waste | red 7 to discard | sevens to the discard pile
    tabwst 3 = pile 3 | column 3 | seven on eight
    refused: there are no foundations in Golf: cards go to the waste = ace to foundation | 3 home
    refused: no card goes from the tableau to the tableau, only to the waste = 1-2 | col 1 to col 2
"""
IN_SPIDER = """
    tabtab 3 4 = 3-4 | red 7 on black 8
    refused: a run from king to ace goes up by itself in Spider = ace to foundation | a to f | 1 up
    refused: there is no waste in Spider: the stock is dealt = deck to 3
    card = deck
    tabtab 7 6 1 = 3s 4h please
"""
IN_CANFIELD = """
    restab 3 = reserve to 3 | r-3 | demon to column 3
    refused: no ace is in view = ace to foundation
    refused: no king can go on a red 10 now = king on the red 10
    refused: no card of tableau pile 1 can go on a red 10 now = column 1 on the red 10
"""
ELSEWHERE = {
    MOD10: "pick 3 = column 3 | put 3, please\ndeal = deck | please deal",
    RUMMY: "discard KS = x king | discard the king please | x kings\nmeld 4H 5H 6H = put 4h 5h 6h",
    "clock": "move 7 = put 7\nauto = auto hint\nmove = move please",
    "slap": "play = please play\nauto = auto hint",
    "blackhole": "refused: there are no foundations in Black Hole: cards go to the hole = 2 f\n"
    "refused: no card goes from the tableau to the tableau, only to the hole = 1-2",
    "accordion": "refused: there are no foundations in Accordion = 2 home\n"
    "refused: that is half a move: tabtab = t",
    "agnes": "refused: there is no waste in Agnes: the stock is dealt to the reserves = 2 w",
    "cruel": "card = redeal",
}


@pytest.mark.parametrize(("game", "table"), [
    (FREECELL, IN_FREECELL), (NO_PILE, WITHOUT_A_PILE), (NO_ROOM, WITHOUT_ROOM),
    (KLONDIKE, IN_KLONDIKE), (TWO_KINGS, WITH_TWO_KINGS), (ONE_KING, WITH_ONE_KING),
    (GOLF, IN_GOLF), (SPIDER, IN_SPIDER), (CANFIELD, IN_CANFIELD), *ELSEWHERE.items(),
])  # fmt: skip
def test_what_newcomers_type_means(game: Game | str, table: str) -> None:
    says_all(game, table)


@pytest.mark.parametrize("name", sample(["klondike", "freecell", "spider", "golf"], PATIENCES))
def test_plain_words_never_guess(name: str) -> None:
    """What is read is the only legal move that the words fit; else the choices are shown."""
    player = player_of(session_of(model(name)))
    read = 0
    for place in walk(Case(model(name), model(name).options_type()), 1)[:: sample(7, 4)]:
        player.session.history.now = game = place.game
        ways = list(ways_of(game))
        for line, fits in LINES.items():
            fitting = {move for move, card, onto in ways if fits(card, onto)}
            try:
                found, arguments = player.read(line)
            except CardGameError as error:
                # copies of a card, and piles that are alike, leave one choice
                assert not fitting or len(fitting) > 1, (line, str(error), fitting)
            else:
                read += 1
                assert game.canonical(Move(found.name, arguments)) in fitting, (line, fitting)
    assert read


def ways_of(game: Any) -> Any:
    """Each legal move off foundations, with its first card and the card that it goes on."""
    for move, after in game.successors():
        if game.route(move).source in ("foundations", "stock"):
            continue
        both = zip((*game.tableau, game.waste), (*after.tableau, after.waste))
        for old, new in both:
            if len(new) > len(old):
                yield move, new[len(old)], old[-1] if old else None


LINES = {
    f"{'red ' * red or 'black '}{rank.name.lower()}s on {'black ' * red or 'red '}{upper.label}": (
        lambda card, onto, rank=rank, upper=upper, red=red: (
            (card.rank, card.red) == (rank, red)
            and onto is not None
            and (onto.rank, onto.red) == (upper, not red)
        )
    )
    for rank, upper in zip(list(Rank), list(Rank)[1:])
    for red in (True, False)
}
"""Lines such as 'red sevens on black 8', each with a test of the first card and the card below."""


@pytest.mark.parametrize("name", sample(["klondike", "yukon"], ["canfield", "klondike", "yukon"]))
def test_plain_words_tell_no_hidden_card(name: str) -> None:
    player, case = player_of(session_of(model(name))), Case(model(name), model(name).options_type())
    for number, place in enumerate(walk(case, 0)[5 :: sample(20, 6)]):
        other = with_hidden_cards_shuffled(place.game, 1, Random(number))
        for line in [*LINES, "ace to foundation", "king to empty", "queens home", "the jack"]:
            said = []
            for game in (place.game, other):
                player.session.history.now = game
                said.append(meaning(player, line))
            assert said[0] == said[1], line


@every_game
def test_no_command_is_small_talk(name: str) -> None:
    """Else a slip could make another command of a line than the one that was typed."""
    commands = seat(name).commands
    words = {*POLITE, *COURT}
    assert not words & {*commands.by_word, *TRIED}


@every_game
def test_what_is_no_move_stays_refused(name: str) -> None:
    for line in (
        "auto off", "new card", "restart card", '"" card', "new game please", "quit now or never",
        "undo everything", "giveup now", "auto now", "undo now", "card 1", "save the game now",
        "a b c", "please", "ok", "thanks!", "-", "->", "::",
        "to", "the", "red", "black", "to to to", "free free", "a a a a", "red red", "#", "x" * 999,
        "10 10 10", "99 to 98", "of of of", "ace of", "up up", "w-", "-3", "3-", "1--2-",
    ):  # fmt: skip
        player = seat(name)
        try:
            said = meaning(player, line)
        except Leave:
            continue
        assert said.startswith("refused: ") or player.commands.get(said.split()[0]), (line, said)
        assert said.split()[0] not in ("new", "restart", "quit", "undo"), (line, said)


@pytest.mark.parametrize("name", PATIENCES)
def test_a_place_that_the_game_lacks_is_refused_by_its_number(name: str) -> None:
    player = player_of(session_of(model(name)))
    last = len(player.game.tableau)
    piles = player.game.seen_by(1).tableau
    known = {pile[-1].rank for pile in piles if pile and pile[-1] is not BACK}
    if not known:
        pytest.skip("no card lies in the tableau")
    rank = min(known).name.lower()
    for number in (0, last + 1, 99, int("9" * 80)):
        with pytest.raises(CardGameError, match=f"numbered 1 to {last}$"):
            player.do(f"{rank} to column {number}")
