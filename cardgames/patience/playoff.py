"""The fair computer player of patiences that are played off to the waste, such as Golf.

No play shows a card, only a turn of the stock does. So the player decides what to play before the
next turn: it imagines the stock in some orders, and counts in how many the rest can be played off.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from cardgames.model.cards import BACK
from cardgames.model.deal import Random
from cardgames.model.game import Advice, Move, Odds
from cardgames.patience.game import TURN, WINS
from cardgames.patience.layouts import Layouts, LayoutSearch
from cardgames.patience.playing import PlayingSpace
from cardgames.patience.quick import PatienceStrategy, hidden_cards, world_of
from cardgames.patience.search import Verdict

ORDERS: Final = 6
# An order counts for a way if it wins, and also if it leaves few cards: the first of these numbers
# that some way reaches in some order. Found by trial.
FEW: Final = (4, 8, 14, 24)


class PlayOffStrategy(PatienceStrategy):
    """Plays off what leaves the best chances for the cards to come, before it turns the stock."""

    space: ClassVar[Any] = PlayingSpace
    most_layouts: ClassVar[int] = 6**7  # more would take more than a second

    def advise(self, game: Any) -> Iterator[Advice]:
        at, planned = self._going_on
        if at == game and planned.move is not None:
            moves = planned.move, *planned.then
            wins = planned.why.startswith(WINS)
            if wins or planned.at is None:
                planned = planned._replace(why=self._reason(game, moves, wins))
            yield self._followed(game, planned)
            return
        hidden = hidden_cards(game) if game.hidden() else []
        unseen = game.stock.count(BACK)
        layouts = None
        if hidden is not None and len(hidden) == unseen and unseen in (0, 1, len(game.stock)):
            world = world_of(game, hidden)
            space = self.space(world)
            layouts = Layouts.of(space.first, space.near, self.most_layouts)
        if layouts is None:  # a position made by hand, or a larger game
            yield from super().advise(game)
        elif unseen < 2:
            yield from self._known(world)
        else:
            ranks = [card.rank.value for card in hidden or ()]
            yield self._best(game, space, layouts, ranks)

    def _known(self, game: Any) -> Iterator[Advice]:
        """Yield the best way, as every card is known."""
        space = self.space(game)
        search = space.search(space.first)
        won = search.run() is Verdict.WINNABLE
        line = space.line(game)
        line.follow(space, search.path() if won else search.fewest())
        moves = (*line.moves, *[TURN] * (not line.moves and len(game.stock) > 0))
        if not moves:
            return
        left = sum(map(len, line.game.tableau))
        why, odds = self._reason(game, moves, True), None
        if not won:
            why = f"no way leaves fewer than {left} card{'s' * (left > 1)}"
            odds = Odds(0, 1, hopeless=True)
        yield self._followed(game, Advice(moves[0], why, moves[1:], game, odds))

    def _best(self, game: Any, space: Any, layouts: Layouts, ranks: list[int]) -> Advice:
        """Return the plays before the next turn, or the turn, that keep the best chances."""
        search = LayoutSearch(layouts, b"", space.first)
        search.run()
        wins, few = self._worlds(
            layouts, ranks, space.seed(space.first), layouts.together(search.stages[0])
        )
        chosen, most, hope = layouts.whole, (-1, 0), 0
        for layout in layouts.members(search.stages[0]):
            won = sum([world >> layout & 1 for world in wins])
            near = won + sum([world >> layout & 1 for world in few])
            hope = max(hope, won)
            if most < (near, -sum(map(len, layouts.left(layout)))):
                chosen, most = layout, (near, -sum(map(len, layouts.left(layout))))
        line = space.line(game)
        line.follow(space, search.way(0, chosen))
        won = sum([world >> chosen & 1 for world in wins])
        odds = Odds(won, ORDERS, hopeless=not hope) if won or not hope else None
        moves = tuple(line.moves) or (TURN,)
        why = self._reason(game, moves, False)
        return self._followed(game, Advice(moves[0], why, moves[1:], None, odds))

    def _reason(self, game: Any, moves: Sequence[Move], wins: bool) -> str:
        if len(moves) < 2:
            return WINS if wins else self.unlocks(game, moves[0])
        if wins:
            return f"{WINS}, in {len(moves)} moves"
        return f"{len(moves)} cards leave before the next turn"

    @staticmethod
    def _worlds(
        layouts: Layouts, ranks: list[int], seed: int, ways: int
    ) -> tuple[list[int], list[int]]:
        """Return, for each imagined stock, the layouts that can win, and that leave few cards."""
        random, orders = Random(seed), list[list[int]]()
        for _ in range(ORDERS):
            random.shuffle(ranks)
            orders.append(ranks.copy())
        wins, few = [layouts.winning(order, 1) for order in orders], list[int]()
        for most in FEW:
            goal = layouts.up_to(most)
            few = [layouts.winning(order, goal) for order in orders]
            if any([found & ways for found in few]):
                break
        return wins, few
