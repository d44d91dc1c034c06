"""The deal that the options of the command line describe."""

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

from cardgames import games
from cardgames.cli import options
from cardgames.model.daily import daily_seed
from cardgames.model.dates import SEEDS_BELOW, Day
from cardgames.model.game import Game, Setup



def setup_of(game: type[Game], values: Mapping[str, Any]) -> Setup:
    """Return the setup that the values of `deal_options` describe."""
    day, seed = None, values.get("seed")
    if isinstance(seed, Day):
        day, seed = seed, daily_seed(game, seed, partial(games.computer, game.name))
    elif seed is None:
        seed = int.from_bytes(os.urandom(6), "big") % SEEDS_BELOW
    return Setup(game, options.chosen(game, values), seed, values.get("deck"), day)
