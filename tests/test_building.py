"""The search of all patiences that build: its verdicts are those of a search by the rules alone.

Small decks are dealt by the rules of each kind of piles. A plain twin tries every legal move of the
game itself, and leaves nothing out; every way to a win is played by the rules.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardgames import games
from cardgames.games.patiences.freecell import FreeCell
from cardgames.games.patiences.scorpion import Scorpion
from cardgames.model.cards import CARDS, DECK, Card, Pile, Rank, Suit, pile
from cardgames.model.commands import Commands
from cardgames.model.deal import Random
from cardgames.model.game import Move, Options, Setup
from cardgames.patience.advice import space_of, strategies
from cardgames.patience.building import BuildingSpace
from cardgames.patience.game import Patience
from cardgames.patience.kinds.foundations import Osmotic
from cardgames.patience.kinds.shifting import Folded, Folding, Gapped, Ordered
from cardgames.patience.kinds.taking import pyramid
from cardgames.patience.piles import (
    Cells,
    Discard,
    Filled,
    Foundations,
    Grid,
    Kind,
    Overlapping,
    Redeal,
    Reserve,
    Reserves,
    Stock,
    Tableau,
    Waste,
)
from cardgames.patience.search import DealKnowledge, Solution, Verdict
from tests.plain import can_be_won, check_line
from tests.program import run_here
from tests.samples import sample

VERDICTS = Path(__file__).with_name("patience_verdicts.json")
"""What another solver found out about some deals of FreeCell and Baker's Game."""
MOST = sample(250, 4000)


class Small(NamedTuple):
    kinds: tuple[Kind, ...]
    ranks: int
    """The number of ranks in the deck, up to the king unless a rank is on the foundations."""
    suits: int = 4
    packs: int = 1
    chunks: int = 1
    """The number of cards that stay together when the deck is shuffled."""


def piles(sizes: str, down: str = "", **rules: Any) -> Tableau:
    """A tableau with piles of these SIZES, and as many cards face DOWN in them."""
    return Tableau(map(int, sizes), down=tuple(map(int, down)), **rules)


def small(ranks: int, *kinds: Kind, **others: int) -> Small:
    return Small(kinds, ranks, **others)


ROOM, KINGS = {"together": "room"}, {"together": "room", "fill": "king"}
RUNS, SUITED = {"together": "run"}, {"build": "any", "run": "suit", "together": "run"}
ANY, BUILT = {"together": "open", "fill": "king"}, {"together": "built", "fill": "king"}
ACES = Foundations(4, start="aces")
F4, F8, UP = Foundations(4), Foundations(8), Foundations(2, runs=True)
BACK, ONTO = Foundations(4, back="any"), Foundations(4, back="cards")
TWOS = Foundations(4, start="twos", back="cards")
FREE, ONCE = (Stock(draw=3, redeals=None), Waste()), (Stock(draw=2, redeals=1), Waste())
GAMES = {
    # a card at a time, or as many as there is room for
    "freecell": small(6, piles("7665", **ROOM), Cells(1), F4),
    "freecell, no cell": small(5, piles("44444", **ROOM), Cells(0), F4),
    "freecell, spaces": small(5, piles("7760", **ROOM), Cells(0), F4),
    "relaxed": small(6, piles("7665", **RUNS), Cells(1), F4),
    "bakers": small(6, piles("66444", build="suit", **ROOM), Cells(1), F4),
    "any suits, room": small(6, piles("7575", build="any", **ROOM), Cells(1), F4),
    "eightoff": small(5, piles("5555", build="suit", **KINGS), Cells(1), F4),
    "seahaven": small(5, piles("5544", build="suit", **KINGS), Cells(2, dealt=2), F4),
    "castle": small(6, Foundations(4, start="aces"), piles("5555", build="any")),
    "no space": small(5, piles("5555", build="others", fill="none"), Cells(1), F4),
    # parts of runs
    "runs": small(5, piles("55433", **RUNS), F4),
    "runs of any suits": small(5, piles("6644", build="any", **RUNS), F4),
    "runs of others": small(5, piles("6644", build="others", **RUNS), F4),
    "runs and kings": small(5, piles("65432", **RUNS, fill="king"), F4),
    "runs in suit": small(5, piles("5555", **SUITED), F4),
    "simon": small(5, piles("6644", **SUITED), F4, chunks=2),
    # any face-up cards
    "yukon": small(6, piles("5667", "2333", **ANY), BACK),
    "yukon, nothing back": small(6, piles("5667", "2333", **ANY), F4),
    "russian": small(6, piles("6666", "0334", build="suit", **ANY), BACK),
    "open, any space": small(6, piles("6666", "3334", together="open"), ONTO),
    # a stock, a reserve
    "klondike": small(6, piles("3445", "2334", **BUILT), BACK, *FREE),
    "klondike by ones": small(6, piles("3555", "2444", **BUILT), F4, Stock(redeals=1), Waste()),
    "others, back": small(6, piles("355", "244", build="others", **BUILT), ONTO, *FREE),
    "canfield": small(6, Reserve(5), TWOS, piles("111", together="whole", fill="reserve"), *FREE),
    "canfield, free": small(
        6, Reserve(9), TWOS, piles("11", build="others", together="whole"), *ONCE
    ),
    "thieves": small(3, piles("66", build="suit"), F8, Stock(), Waste(), packs=2),
    "thieves in colors": small(3, piles("66"), F8, Stock(redeals=1), Waste(), packs=2),
    "two packs, back": small(
        3, piles("99", **RUNS), Foundations(8, back="cards"), Stock(), Waste(), packs=2
    ),
    # several reserves, late cells
    "bouquet": small(6, piles("5553", build="any"), Reserves((1,) * 6), F4),
    "reserves": small(6, piles("555", **RUNS), Reserves((3, 3, 2, 1)), F4),
    "reserves, back": small(6, piles("3455", "2334", **BUILT), Reserves((3, 2, 2)), BACK),
    "reserves and cell": small(5, piles("444", **ROOM), Reserves((3, 3, 2)), Cells(1), F4),
    "agnes": small(6, TWOS, piles("344", **RUNS, fill="king"), Reserves((1, 2)), Stock("reserves")),
    "bristol": small(5, piles("3322", fill="none", build="any"), Reserves((1,) * 3), F4,
                     Stock("reserves")),
    "late cells": small(5, piles("444", **RUNS, fill="king"), Cells(2, late=True), F4,
                        Stock("tableau")),
    # redeals
    "shuffled": small(4, piles("333331", build="suit", fill="none"), F4,
                      Redeal(3, 1, shuffled=True)),
    "gathered": small(4, piles("3333", build="suit", fill="none"), ACES, Redeal(3, 2)),
    "gathered for ever": small(5, piles("4444", build="suit", fill="none"), ACES, Redeal(4, None)),
    # rows
    "rows": small(5, piles("444", **RUNS), F4, Stock("tableau")),
    "full rows": small(5, piles("444", build="any", **RUNS), F4, Stock("tableau", full=True)),
    "spider": small(
        13, piles("6554", "2222", **SUITED), Stock("tableau", full=True), UP, suits=2, chunks=3
    ),
    "spider, one suit": small(
        13, piles("8554", "3222", **SUITED), Stock("tableau"), UP, suits=1, chunks=2
    ),
    "scorpion": small(
        13, piles("777", "330", build="suit", **ANY), Stock("tableau"), UP, suits=2, chunks=2
    ),
}
"""A game for each rule of each kind of piles."""


def game_of(small: Small) -> type[Patience]:
    names = {"piles": small.kinds, "packs": small.packs, "name": "small", "suits": small.suits}
    return type("SmallGame", (Patience,), names)


def cards_of(small: Small) -> list[Card]:
    starts = {kind.start for kind in small.kinds if isinstance(kind, Foundations)}
    lowest = {"aces": 1, "twos": 2}.get(str(min(starts)), 14 - small.ranks)
    ranks = [Rank(lowest + height) for height in range(small.ranks)]
    copies = {1: 2}.get(small.suits, 1) * small.packs
    return [CARDS[rank, suit] for suit in tuple(Suit)[-small.suits :] for rank in ranks] * copies


def dealt(small: Small, game: type[Patience], seed: int) -> Patience:
    cards, size = cards_of(small), small.chunks
    chunks = [cards[at : at + size][::-1] for at in range(0, len(cards), size)]
    Random(seed).shuffle(chunks)
    deck: Pile = tuple([card for chunk in chunks for card in chunk][::-1])
    position = game(Options(), **{"base": cards[0].rank} | game.laid_out(Options()).dealt(deck))
    assert len(position.all_cards()) == len(deck)
    return position


def solved(game: Any) -> Solution:
    found = DealKnowledge(BuildingSpace).solution(game, 60_000)
    check_line(game, found)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_verdicts_are_those_of_the_plain_twin(name: str) -> None:
    game = game_of(GAMES[name])
    found: Counter[bool | None] = Counter()
    for seed in range(sample(4, 50)):
        if sample(found.keys() - {None}, None):
            break
        position = dealt(GAMES[name], game, seed)
        verdict = can_be_won(position, MOST)
        found[verdict] += 1
        if verdict is not None:
            expected = Verdict.WINNABLE if verdict else Verdict.LOST
            assert solved(position).verdict is expected, f"{name}, deal {seed}"
    assert sample(True, found[True] and found[False]), found


@pytest.mark.parametrize(("name", "build"), [("free-cell", "colors"), ("bakers-game", "suit")])
def test_the_verdicts_are_those_of_another_solver(name: str, build: str) -> None:
    deals = json.loads(VERDICTS.read_text("utf-8"))[name]
    for deal in deals[:: sample(60, 1)]:
        deck = pile(deal["deck"])[::-1]
        found = solved(FreeCell.deal(deck, FreeCell.options_type(build=build)))
        assert {found.verdict.value, deal["verdict"]} != {"winnable", "lost"}
        assert found.verdict is not Verdict.UNDECIDED


@pytest.mark.parametrize("entry", [game for game in games.GAMES if game.shelf], ids=str)
def test_only_games_without_rules_of_their_own_are_judged(entry: games.Listing) -> None:
    model: Any = games.model(entry.name)
    own = [name for name in vars(model) if callable(vars(Patience).get(name)) and name[0] != "_"]
    layout = model.laid_out(model.largest())
    dealt: Any = Setup(model, model.options_type(), 1).dealt()
    off = not issubclass(space_of(layout), BuildingSpace)
    if off and not dealt.seen_by(1).hidden():
        off = entry.strategies != games.JUDGED  # it may be judged, as no order is sampled
    assert entry.strategies == (games.PLAYED_OFF if off else games.JUDGED) and not own


SUM, SAME = Discard(pairs="thirteen"), Discard(pairs="alike")
PEAK = Overlapping(pyramid(4))
TAKEN_OFF = {
    "pyramid": ((PEAK, Stock(redeals=0), Waste(), SUM), (6, 7, 13)),
    "pyramid by twos": ((PEAK, Stock(draw=2, redeals=0), Waste(), SUM), (5, 6, 7, 8)),
    "peaks": ((PEAK, Waste(takes="around", dealt=1), Stock()), (1, 2, 4, 5, 13)),
    "grid": ((Grid(2, 3), Stock(to="tableau"), SAME), (1, 2, 3, 4, 5)),
    "filled": ((Filled(1, 6), Stock("tableau"), SUM), (5, 6, 7, 8, 13)),
    "filled, by threes": (
        (Filled(2, 3), Stock("tableau"), Discard(pairs="eleven")), (3, 8, 11, 12, 13)
    ),
    "folding": ((Folding(8, apart=(1,)), Folded()), (1, 13)),
    "gapped": ((Gapped(columns=4, redeals=0), Ordered(spare=40)), (1, 2, 3, 4)),
    "aces": (
        (Tableau((1,) * 4, build="none"), Stock(to="tableau"), Discard(lower=True, spare=4)),
        (1, 2, 3),
    ),
}
"""Games whose cards are taken off, each with the ranks of a small deck."""


@pytest.mark.parametrize("name", TAKEN_OFF)
def test_what_is_taken_off_has_the_verdicts_of_a_plain_search(name: str) -> None:
    class Taken(Patience):
        piles, _ = TAKEN_OFF[name]

    layout, ranks = Taken.laid_out(Options()), TAKEN_OFF[name][1]
    found = Counter[Verdict]()
    for seed in range(4, sample(10, 100)):
        cards = [card for card in DECK if card.rank in ranks]
        Random(seed).shuffle(cards)
        dealt = layout.dealt(tuple(cards))
        if not layout.clears:  # the other cards have left
            dealt["foundations"] = (tuple([card for card in DECK if card.rank not in ranks]),)
        game = Taken(Options(), **dealt)
        solution = strategies(Taken, games.PLAYED_OFF)["solver"]().solve(game)  # type: ignore
        wins = can_be_won(game, sample(500, 4_000), lambda at: at.outcome() is not None)
        if solution.won:
            for move in solution.moves:
                game = game.apply(move)
            assert game.outcome() is not None
        assert wins is None or (solution.verdict is Verdict.WINNABLE) is wins, seed
        assert solution.verdict is not Verdict.UNDECIDED
        found[solution.verdict] += wins is not None or solution.won
    assert min(found[Verdict.WINNABLE], found[Verdict.LOST]) > 0, found


def test_a_grid_whose_gaps_can_close_is_not_stuck() -> None:
    pair = pile("5C 5D")
    tableau = pair[:1], (), (), pair[1:], *[()] * 21
    off = tuple([card for card in DECK if card not in pair])
    model: Any = games.model("montecarlo")
    game = model(model.options_type(), tableau=tableau, foundations=(off,))
    assert not games.computer("montecarlo", "hint").is_stuck(game)  # type: ignore[attr-defined]
    assert games.computer("montecarlo", "solver").solve(game).won  # type: ignore[attr-defined]


def test_osmosis_has_the_verdicts_of_a_plain_search() -> None:
    class Seeping(Patience):
        piles = (
            Tableau((2,) * 4, build="none", fill="none"),
            Osmotic(),
            Stock(draw=2, redeals=None),
            Waste(),
        )

    layout, found = Seeping.laid_out(Options()), Counter[Verdict]()
    for seed in range(sample(5, 100)):
        cards = [card for card in DECK if card.rank < 5]
        Random(seed).shuffle(cards)
        game = Seeping(Options(), **layout.dealt(tuple(cards)))
        solution = strategies(Seeping, games.PLAYED_OFF)["solver"]().solve(game)  # type: ignore
        assert (solution.verdict is Verdict.WINNABLE) is can_be_won(game, 10**5), seed
        assert solution.verdict is not Verdict.UNDECIDED
        check_line(game, solution)
        found[solution.verdict] += 1
    assert len(found) == 2, found


@pytest.mark.parametrize("takes", ["neighbor", "around"])
def test_what_is_played_off_has_the_verdicts_of_a_plain_search(takes: str) -> None:
    class Course(Patience):
        name = "course"
        piles = (
            Tableau((3,) * 4, build="none", fill="none"),
            Waste(takes=takes, dealt=1),
            Stock(),
        )

    found = Counter[Verdict]()
    for seed in range(sample(5, 60)):
        cards = [card for card in DECK if card.rank not in range(5, 12)]
        Random(seed).shuffle(cards)
        piles = tuple([tuple(cards[n : n + 3]) for n in range(0, 12, 3)])
        game = Course(Options(), piles, stock=tuple(cards[12:16]), waste=tuple(cards[23:]))
        solver: Any = strategies(Course, games.PLAYED_OFF)["solver"]()
        solution = solver.solve(game)
        assert (solution.verdict is Verdict.WINNABLE) is can_be_won(
            game, 10**5, lambda after: not any(after.tableau)
        ), seed
        found[solution.verdict] += 1
        for move in solution.moves:
            game = game.apply(move)
        assert any(game.tableau) is not bool(solution.moves)
    assert len(found) == 2, found


def test_a_run_goes_up_when_it_comes_to_light() -> None:
    run = tuple([CARDS[rank, Suit.SPADES] for rank in reversed(Rank)])
    other = pile("3C 2C AC KH 4C")
    game = Scorpion(Options(), tableau=((*run, *other), pile("5C"), (), (), (), (), ()))
    after = game.apply(Move("tabtab", (1, 2, 1)))
    assert not any(after.foundations)
    game = Scorpion(Options(), tableau=((*run, *pile("4C")), pile("5C"), (), (), (), (), ()))
    after = game.apply(Move("tabtab", (1, 2, 1)))
    assert after.foundations[0] == run[::-1] and after.tableau[0] == ()
    game = Scorpion(Options(), tableau=((*run, *run[:-1]), run[-1:], (), (), (), (), ()))
    after = game.apply(Move("tabtab", (2, 1, 1)))
    assert after.foundations[:2] == (run[::-1], run[::-1]) and not any(after.tableau)


@pytest.mark.parametrize("name", sample(["freecell"], ["freecell", "eightoff", "seahaven"]))
def test_hints_win_where_nothing_is_hidden(name: str) -> None:
    for seed in range(2, sample(3, 7)):
        setup = Setup(games.model(name), games.model(name).options_type(), seed)
        is_won = solved(setup.dealt()).verdict is Verdict.WINNABLE
        assert games.computer(name, "fair").result(setup).winner == is_won


@pytest.mark.parametrize(("name", "options", "seed", "positions"), [
    ("spider", {"suits": 1}, 2, 728),
    ("spider", {"suits": 1}, 3, 962),
    ("golf", {}, 19, 562),
    ("freecell", {}, 8, 80),
    ("yukon", {}, 1, 65),
])  # fmt: skip
def test_a_search_keeps_its_order_and_width(
    name: str, options: dict[str, Any], seed: int, positions: int
) -> None:
    """The verdicts that are published depend on it."""
    game: Any = games.model(name)
    solver: Any = games.computer(name, "solver")
    dealt = Setup(game, game.options_type(**options), seed).dealt()
    assert solver.measured(dealt, 1500).positions == positions


@pytest.mark.parametrize("words", [("spider",), ("fortythieves",), ("castle",)])
def test_deals_are_not_searched_where_few_are_decided(words: tuple[str, ...]) -> None:
    result = run_here(*words, "--winnable")
    assert result.returncode == 2 and b"too few deals are decided" in result.stderr


@pytest.mark.parametrize("name", [one.name for one in games.GAMES if "solver" in one.strategies])
def test_every_computer_that_auto_names_can_play(name: str) -> None:
    (words,) = [one.arguments[0] for one in Commands(games.player(name)).all.values()
                if one.name == "auto"]  # fmt: skip
    for word in words.words:
        assert games.computer(name, word) is not None
