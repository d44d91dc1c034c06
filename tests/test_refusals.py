"""Refused moves of patiences: the reason is the one that counts, and it is true.

A person sees first whether the rank fits. So a suit or a color is blamed only if the rank is right.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cardgames import games
from cardgames.model.cards import BACK, Card, parse_card
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.game import Patience
from tests.samples import sample
from tests.seated import player_of, session_of
from tests.walks import Case, cases, positions

CARD = r"(?:10|[2-9AJQK])[CDHS]"
PILE = f"({CARD}) to ({CARD})"
PATIENCES = [case for case in cases() if issubclass(case.game, Patience)]
# How a refusal names the card that would be right; %s is a rank in words.
WANTED = {
    "colors": r"a (?P<color>red|black) (?P<rank>\w+)",
    "any": r"an? (?P<rank>\w+)",
    "others": r"an? (?P<rank>\w+) of another suit",
    "suit": rf"(?P<card>{CARD})",
}
BLAMED = r"is (?P<own>red|black)|is of (?P<which>another|the same) suit"


def refusals(case: Case) -> Iterator[tuple[Any, Move, str]]:
    """Each move that is refused in positions of a walk, in its shortest form, and why."""
    for place in positions(case, count=1)[:: sample(5, 1)]:
        game: Any = place.game
        for declared in game.commands.all.values():
            for arguments in declared.every_call():
                move = Move(declared.name, arguments)
                try:
                    game.apply(move)
                except IllegalMove as error:
                    yield game, move, str(error)


@pytest.mark.parametrize("case", PATIENCES, ids=str)
def test_a_reason_is_true_and_is_the_one_that_counts(case: Case) -> None:
    layout = case.game.laid_out(case.options)  # type: ignore[attr-defined]
    build = str(layout.tableau.build)
    seen = 0
    down = layout.tableau.ways == "down"
    for game, move, why in refusals(case):
        why = re.sub(r"^tableau pile \d+ moves as a whole, and ", "", why)
        if not down and (found := re.fullmatch(rf"({CARD}) goes on .*?({CARD})(?: is .*)?", why)):
            assert not game.layout.tableau.fits(game, *map(parse_card, found.groups())), why
        elif found := re.fullmatch(
            rf"({CARD}) goes on {WANTED.get(build, 'nothing')}"
            rf"(?:, not on ({CARD})|, and (?P<onto>{CARD}) (?:{BLAMED}))",
            why,
        ):
            seen += 1
            card, onto = parse_card(found[1]), parse_card(found["onto"] or found[found.lastindex])
            named = found.groupdict()
            follows = onto.rank.above(card.rank) == 1
            assert follows == bool(found["onto"]), why  # blames the rank if and only if it is wrong
            assert not game.layout.tableau.fits(game, card, onto), why
            if rank := named.get("rank"):
                assert rank_of(rank) == card.rank % 13 + 1, why
            if color := named.get("color"):
                assert (color == "red") != card.red, why
            if wanted := named.get("card"):
                right = parse_card(wanted)
                assert right.suit is card.suit and right.rank.above(card.rank) == 1, why
            if own := named.get("own"):
                assert (own == "red") == onto.red == card.red, why
            if which := named.get("which"):
                assert (which == "the same") == (card.suit is onto.suit), why
            assert game.layout.tableau.fits(game, card, right_for(game, card)), why
        elif found := re.fullmatch(rf"({CARD}) goes on no other card.*", why):
            seen += 1
            assert not any(
                game.layout.tableau.fits(game, parse_card(found[1]), onto) for onto in layout.deck
            ), why
        elif found := re.match(rf"none of the cards from {PILE} goes on ({CARD})", why):
            seen += 1
            onto, pile = parse_card(found[3]), game.tableau[move.arguments[0] - 1]
            loose = game.layout.tableau.loose(game, *move.arguments[:2])
            assert pile[-loose] is parse_card(found[1]) and pile[-1] is parse_card(found[2])
            assert not any(game.layout.tableau.fits(game, card, onto) for card in pile[-loose:]), (
                why
            )
        elif found := re.fullmatch(rf"({CARD}) goes up after ({CARD})(.*)", why):
            card, before = parse_card(found[1]), parse_card(found[2])
            assert before.suit is card.suit and card.rank.above(before.rank) == 1, why
            tops = [pile[-1] for pile in game.foundations if pile]
            assert before not in tops, why
            if last := re.search(rf"ends with ({CARD})", found[3]):
                assert parse_card(last[1]) in tops, why
        elif found := re.fullmatch(rf"({CARD}) would go on ({CARD}), but .* not a run", why):
            assert game.layout.tableau.fits(game, parse_card(found[1]), parse_card(found[2])), why
        elif found := re.fullmatch(rf"({CARD}) goes on (.*), (?:not on|and) ({CARD}).*", why):
            card, top = parse_card(found[1]), parse_card(found[3])
            if not game.layout.taking:  # a build in one color, or one that goes up and down
                assert not game.layout.tableau.fits(game, card, top), why
                continue
            ranks = [rank_of(word.split()[-1]) for word in found[2].split(" or ")]
            assert top is game.waste[-1] and top.rank not in ranks, why
            assert all(card.rank in game.layout.taking[rank] for rank in ranks), why
        else:
            assert re.search(OTHERS, why), f"{move}: {why}"
    assert seen or build == "none" or not down


# The refusals that are no matter of ranks and suits.
OTHERS = (
    r"is empty|is full|moved onto itself|of the base rank|has no foundation yet|only a king fills"
    r"|are empty|nothing fills|nothing goes on|fit there|have room for|there is no |holds"
    r"|would have to move|no cells|stays: no higher|leaves if|leave if|leave alone|is covered by"
    r"|cannot go on"
    r"|lies there|only a 2 begins|no card goes to|is missing|waits: an? "
    r"|dealt anew|goes there, after|go so far|nor rank in common"
    r"|closed until|cannot go up: |not dealt again|dealt as it lies"
    r"|do not touch|is only one|has no gaps|no place of the tableau"
)


def rank_of(word: str) -> int:
    return parse_card(f"{word}S").rank.value


def right_for(game: Any, card: Card) -> Card:
    return next(iter(game.layout.builds.below(game.base)[card]))


def test_a_count_of_cards_is_refused_for_what_stops_it() -> None:
    """Cards face down, a run that ends, or too little room: each is named where it is true."""
    for case in PATIENCES:
        for place in positions(case, count=1)[:: sample(16, 3)]:
            game: Any = place.game
            for declared in game.commands.all.values():
                if len(declared.arguments) < 3:
                    continue
                for t1, t2 in declared.every_call():
                    check_counts(game, declared.name, t1, t2)


def check_counts(game: Any, name: str, t1: int, t2: int) -> None:
    pile = game.tableau[t1 - 1]
    up = len(pile) - game.face_down(t1)
    for count in range(2, min(13, up + 2)):
        try:
            game.apply(Move(name, (t1, t2, count)))
            continue
        except IllegalMove as error:
            why = str(error)
        if found := re.search(r"has only (\d+) cards?", why):
            assert int(found[1]) == up < count
        elif found := re.search(rf"only (\d+) cards? .*: ({CARD}) on ({CARD}) is not a run", why):
            run = int(found[1])
            assert run == game.layout.tableau.run_length(game, t1) < count <= up
            assert list(map(str, pile[-run - 1 : len(pile) - run + 1])) == [found[3], found[2]]
        elif "have room for" in why:
            assert (
                game.layout.tableau.room_at(game, t2)
                < count
                <= game.layout.tableau.run_length(game, t1)
            )


def test_no_reason_tells_a_hidden_card() -> None:
    """What is refused in a position is refused in the same words where its hidden cards differ."""
    for name in ("klondike", "yukon", "scorpion", "spider"):
        model: Any = games.model(name)
        case = Case(model, model.options_type())
        for game, move, why in list(refusals(case))[:: sample(9, 1)]:
            seen = game.seen_by(1)
            hidden = {str(card) for card in game.all_cards()} - {
                str(card) for card in seen.all_cards() if card is not BACK
            }
            copies = model.laid_out(case.options).copies
            told = re.sub(r"goes (on|up after) \S+|takes \S+", "", why)  # leaves out the right card
            named = set(re.findall(rf"\b{CARD}\b", told))
            assert copies > 1 or not (named & hidden) or "must start it" in why, (move, why)


@pytest.mark.parametrize("name", ["pyramid", "bisley", "gaps", "osmosis"])
def test_no_rank_is_wanted_where_cards_are_not_built_down(name: str) -> None:
    """In Pyramid a queen and an ace go off together."""
    player = player_of(session_of(games.model(name), 3))
    with pytest.raises(IllegalMove, match="^no queen can go on an ace now$"):
        player.do("q a")
