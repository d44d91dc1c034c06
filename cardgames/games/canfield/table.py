"""The board of Canfield with large cards."""

from cardgames.games.canfield.game import Canfield
from cardgames.text.boxes import DEALING, Boxes, across, dealing
from cardgames.text.patience import StockPlayer, beside


def spread(player: StockPlayer, game: Canfield) -> list[str]:
    """Lay out reserve, stock and waste beside foundations and tableau, as on a table."""
    dim, boxes = player.look.dim, Boxes(player.look, player.cells(game))
    reserve = [f" {line}" for line in boxes.pile(game.reserve[-1:])]
    notes = [dim(f" {note}") for note in player.notes(game)]
    left = [player.label("reserve", game.reserve), *reserve, *dealing(player, game, boxes), *notes]
    founded = across([boxes.pile(pile[-1:]) for pile in game.foundations])
    piles = [[f"{t:^5}", *boxes.pile(pile)] for t, pile in enumerate(game.tableau, 1)]
    numbers, *tableau = across(piles)
    above = [dim(f"foundations, base {game.base.label}"), *founded, dim(numbers)]
    return [line.rstrip() for line in beside(left, [*above, *tableau], DEALING)]
