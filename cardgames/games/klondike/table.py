"""The board of Klondike with large cards."""

from itertools import zip_longest

from cardgames.games.klondike.game import Klondike
from cardgames.text.boxes import DEALING, Boxes, across, dealing
from cardgames.text.patience import StockPlayer, beside


def spread(player: StockPlayer, game: Klondike) -> list[str]:
    """Lay out stock, waste and foundations above the tableau, as on a table."""
    dim, boxes = player.look.dim, Boxes(player.look, player.cells(game))
    notes = [dim(note) for note in (f"{game.locked()} face down", *player.notes(game))]
    founded = across([boxes.pile(pile[-1:]) for pile in game.foundations])
    above = [f"{line}  {note}" for line, note in zip_longest(founded, notes, fillvalue="")]
    head = beside(dealing(player, game, boxes), [dim("foundations"), *above], DEALING)
    piles = [[f"{t:^5}", *boxes.pile(pile)] for t, pile in enumerate(game.tableau_seen(), 1)]
    numbers, *tableau = [f" {line}".rstrip() for line in across(piles)]
    return [*[line.rstrip() for line in head], dim(numbers), *tableau]
