"""The deal of a date: the same one for everyone, in every release."""

from typing import Final

from cardgames.model.dates import Day, seed_of
from cardgames.model.game import Game, Setup
from cardgames.model.solution import SOLVER, Solver, Verdict, verdicts
from cardgames.model.strategy import Computers

AT_THE_DEAL: Final = 2000
"""The number of positions looked at for each deal, where one that can be won is looked for.

Another number would give other deals to many dates. With this one nobody waits for longer than
half a second in the first two years, and with 10,000 it would be more than two.
"""


def daily_seed(game: type[Game], day: Day, computers: Computers) -> int:
    """Return the seed of GAME's deal for DAY, by whatever options it is played then.

    Where the game has a solver among its COMPUTERS, it is the first seed, from that of the date
    on, of a deal that is won without any options.
    """
    setup = Setup(game, game.options_type(), seed_of(day))
    try:
        solver = computers(SOLVER)
    except KeyError:
        return setup.seed
    assert isinstance(solver, Solver)
    looked_at = verdicts(setup, solver, AT_THE_DEAL)
    return next(seed for seed, verdict in looked_at if verdict is Verdict.WINNABLE)
