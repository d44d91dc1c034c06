"""The computer players of a patience that is declared by its piles alone.

This is the one door by which searches and what advises people come to such games.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from cardgames.model.strategy import ADVISER, FAIR, QUICK, SOLVER, Strategy
from cardgames.patience import imagined
from cardgames.patience.building import BuildingSteps
from cardgames.patience.game import Patience
from cardgames.patience.line import BuildingLine, LineSolver
from cardgames.patience.piles import Option
from cardgames.patience.playing import PlayingSolver
from cardgames.patience.ways import PatienceStrategy

CHECKS: Final = (
    *("fits", "check_tableau", "check_space", "check_waste", "foundation_for", "loose", "room"),
    *("moved", "settled", "turned", "with_run_up", "to_foundation", "to_tableau", "to_cell"),
    *("whole_to_tableau", "part_to_tableau", "other_pile", "run_length"),
)
"""The methods that make the rules of a game. A search knows them from the kinds of piles alone."""


class FairStrategy(imagined.FairStrategy):
    """Plays the moves to a win that is certain, or likely as far as a player can know."""

    steps = BuildingSteps
    line = BuildingLine
    effort = imagined.Effort(orders=8, shortest=4, winning=3, look_around=300, look_ahead=8_000)


class BuildingSolver(LineSolver):
    """Knows every card, and plays the moves to a win."""

    steps = BuildingSteps
    line = BuildingLine
    game: ClassVar[type[Patience]] = Patience

    def levels_by(self, options: Any) -> tuple[int, int] | None:
        """Return the `levels` of games by OPTIONS."""
        levels = self.game.levels
        return levels.value(options) if isinstance(levels, Option) else levels


def is_judged(game: type[Patience]) -> bool:
    """Does GAME follow from its kinds of piles, and build?

    If it has a rule of its own, only steps of its own could judge it.
    """
    layout = game.laid_out(game.largest())
    return bool(layout.foundations.count) and not layout.taking and not _has_own_rules(game)


def is_played_off(game: type[Patience]) -> bool:
    """Does GAME follow from its kinds of piles, which are played off to the waste by ranks?"""
    layout = game.laid_out(game.largest())
    waste, stock = layout.waste, layout.stock
    if waste is None or stock is None or not layout.turns or _has_own_rules(game):
        return False
    by_ranks = waste.takes in ("neighbor", "around") and layout.tableau.build == "none"
    others = layout.foundations.count or layout.cells.count or layout.reserve.dealt
    return by_ranks and (stock.draw, stock.redeals) == (1, 0) and not others


def _has_own_rules(game: type[Patience]) -> bool:
    return any([getattr(game, name) is not getattr(Patience, name) for name in CHECKS])


def strategies(game: type[Patience]) -> Mapping[str, type[Strategy]]:
    """Return the computer players of GAME, by their names."""
    if is_played_off(game):
        return {QUICK: PatienceStrategy, SOLVER: PlayingSolver, ADVISER: PatienceStrategy}
    if not is_judged(game):
        return {ADVISER: PatienceStrategy}
    solver = type("SolverStrategy", (BuildingSolver,), {"game": game})
    return {QUICK: PatienceStrategy, FAIR: FairStrategy, SOLVER: solver, ADVISER: FairStrategy}
