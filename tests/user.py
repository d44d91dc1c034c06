"""A script as a user writes it, by whom `mypy --strict` must find all names and types."""

import cardgames
from cardgames import Card, FreeCell, Klondike, Move

GAMES = 2


def reds(pile: tuple[Card, ...]) -> int:
    """The number of red cards that can be seen in a pile."""
    return sum(card.red for card in pile if card is not cardgames.BACK)


def careful(position: Klondike) -> Move | None:
    """Free a card that is face down; else play from the waste; else turn the stock."""
    for move in position.legal_moves():
        after = position.after(move)
        if after.locked() < position.locked() or len(after.waste) < len(position.waste):
            return move
    return next((move for move in position.legal_moves() if move.name == "card"), None)


def room(position: FreeCell) -> int:
    """The number of cells and piles that are empty."""
    return sum(not pile for pile in (*position.cells, *position.tableau))


def table() -> list[tuple[int, float, float, float]]:
    """The share of games won by the number of cards turned, with its interval."""
    rows: list[tuple[int, float, float, float]] = []
    for draw in (1, 3):
        played = cardgames.simulate("klondike", GAMES, strategy=careful, draw=draw)
        low, high = played.interval
        rows.append((draw, played.share, low, high))
    return rows


def main() -> None:
    """Print what the library has to say about a deal."""
    position = cardgames.deal("klondike", seed=42, draw=1)
    print(cardgames.board(position), reds(position.tableau[-1]))
    advice = cardgames.hint(cardgames.deal("canfield", seed=42))
    print(advice.why if advice is not None else "stuck")
    game = cardgames.playout(position, careful)
    print(len(game.moves), game.outcome.reason, game.end.score(), *table())
    print(room(cardgames.deal("freecell", seed=1, cells=3).after("tabcel 1")))
    solution = cardgames.solve(position.after("card"), limit=500)
    if solution.verdict is cardgames.Verdict.WINNABLE:
        print(*map(str, solution.moves))


if __name__ == "__main__":
    main()
