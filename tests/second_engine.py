"""A second engine for patiences: it reads the same declarations, but shares no code with the kit.

A position is a dictionary of lists, whose cards are texts such as 'QH'. Every rule is tried in the
plainest way. The values of the kinds of piles are explained in `cardgames/patience/piles.py`.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
FIELDS = "tableau down stock waste foundations redeals base reserve cells".split()
# the rank that starts each foundation, counted from the base, and how ranks go on from there
ORDERS = {
    "up": [(0, 1)], "down": [(12, 12)], "meet": [(0, 1), (12, 12)], "twos": [(0, 2), (1, 2)],
    "steps": [(0, 1), (1, 2), (2, 3), (3, 4)],
}  # fmt: skip
STARTERS = {"aces": "A", "twos": "2"}
NEAR = {"none": (), "neighbor": (1,), "around": (1, 12)}
CODES = {"res": "reserve", "cel": "cells", "wst": "waste", "tab": "tableau", "fnd": "foundations"}
Cards = list[str]
Table = dict[str, Any]


class Engine:
    """The rules of one game with its options; GAME is the class that declares the piles."""

    def __init__(self, game: Any, options: Any) -> None:
        def value(one: Any) -> Any:
            if not hasattr(one, "means"):
                return one
            chosen = getattr(options, one.name)
            return chosen if one.means is None else one.means[chosen]

        self.kinds = {
            kind.field: {name: value(one) for name, one in vars(kind).items()}
            for kind in game.piles
        }
        plain = {"count": 0, "start": "empty", "runs": False, "back": "none"}
        plain |= {"order": "up", "mixed": False}
        self.discard = self.kinds.get("foundations", {})
        if "pairs" not in self.discard:
            self.discard = {}
        self.foundations = plain | {"count": len(self.discard) > 0}
        self.foundations |= self.kinds.get("foundations", {})
        self.kinds |= {"foundations": self.foundations} if "foundations" in self.kinds else {}
        self.tableau, self.cells = self.kinds["tableau"], self.kinds.get("cells", {"count": 0})
        if "rows" in self.tableau:
            single = {"sizes": (1,) * self.tableau["count"], "build": "none", "run": "none"}
            self.tableau |= {"down": (), "together": "top", "fill": "none"} | single | self.tableau
        self.grid = "columns" in self.tableau
        self.spots = [(y, x) for y, row in enumerate(self.tableau.get("rows", ())) for x in row]
        self.stock, self.waste = self.kinds.get("stock", {}), self.kinds.get("waste", {})
        self.taking = NEAR[self.waste.get("takes", "none")]
        self.claims = self.foundations["start"] not in ("empty", "each")
        self.orders = ORDERS[self.foundations["order"]]
        self.idle_turn = game.name == "canfield"  # its program lets an empty stock be turned

    def deal(self, deck: Cards) -> Table:
        start = self.foundations["start"]
        starter = deck[-1][:-1] if start == "copies" else STARTERS.get(start)
        first = deck[-1:] if start == "copies" else []
        up = sorted(card for card in deck[: len(deck) - len(first)] if card[:-1] == starter)
        deck = [card for card in deck if card[:-1] != starter] + first
        for f in range(self.foundations["count"] if start == "each" else 0):
            rank = RANKS[self._order(f)[0]]
            own = "CDHS" if self.foundations["mixed"] else "CDHS"[f % 4]
            up.append([card for card in deck if card[:-1] == rank and card[-1] in own][-1])
            at = len(deck) - 1 - deck[::-1].index(up[-1])
            deck = deck[:at] + deck[at + 1 :]
        table: Table = dict.fromkeys(FIELDS, ())
        table |= {"redeals": 0, "stock": [], "waste": [], "reserve": []}
        count = self.foundations["count"]
        table["foundations"] = [[card] for card in up] + [[] for _ in range(count - len(up))]
        table["cells"] = [[] for _ in range(self.cells["count"])]
        for field, kind in self.kinds.items():
            if field == "foundations" and kind["start"] == "card":
                table[field][0].append(deck.pop())
            elif field == "tableau":
                table[field] = [[] for _ in kind["sizes"]]
                for row in range(max(kind["sizes"])):
                    for pile, size in zip(table[field], kind["sizes"]):
                        if row < size:
                            pile.append(deck.pop())
                if kind.get("sunk"):
                    for pile in table[field]:
                        kings = [card for card in pile if card[:-1] == "K"]
                        pile[:] = kings + [card for card in pile if card[:-1] != "K"]
            elif field == "reserve":
                table[field] = [deck.pop() for _ in range(kind["dealt"])][::-1]
            elif field == "cells":
                for cell in table[field][: kind["dealt"]]:
                    cell.append(deck.pop())
            elif field == "waste":
                table[field] = [deck.pop() for _ in range(kind["dealt"])]
            elif field == "stock":
                table[field] = [deck.pop() for _ in range(len(deck) - self._after(field))][::-1]
        down = self.tableau["down"]
        table["down"] = list(down) if any(down) else ()
        table["base"] = table["foundations"][0][0][:-1] if self.claims else "A"
        return table

    def _order(self, f: int) -> tuple[int, int]:
        return self.orders[f * len(self.orders) // self.foundations["count"]]

    def _after(self, field: str) -> int:
        """The cards that the kinds declared after the stock are dealt."""
        later = list(self.kinds)[list(self.kinds).index(field) + 1 :]
        return sum(self.kinds[one].get("dealt", 0) for one in later)

    def moves(self, table: Table) -> Iterator[Table]:
        """Yield the position after each legal move; equal positions may come twice."""
        if self.is_won(table):
            return
        piles = range(1, len(table["tableau"]) + 1)
        lines = ["card", "resfnd", "wstfnd", "wstcel", "rescel"]
        for t in piles:
            lines += [f"{name} {t}" for name in ("tabfnd", "restab", "wsttab", "tabwst", "tabcel")]
            counts = range(1, len(table["tableau"][t - 1]) + 1)
            lines += [f"tabtab {t} {to} {n}" for to in piles for n in counts]
            lines += [f"celtab {e + 1} {t}" for e in range(len(table["cells"]))]
            lines += [f"fndtab {f + 1} {t}" for f in range(len(table["foundations"]))]
        lines += [f"celfnd {e + 1}" for e in range(len(table["cells"]))]
        ups = [line for line in lines if "fnd" in line and "fndtab" not in line]
        ups = ups if len(self.orders) > 1 else []
        for line in lines + [f"{up} {f + 1}" for up in ups for f in range(8)]:
            after = self.after(table, line)
            if after is not None:
                yield after

    def after(self, table: Table, line: str) -> Table | None:
        """Return the position after the move that LINE says in full, or None if it is illegal."""
        name, *words = line.split()
        numbers = [int(word) for word in words]
        if name == "card":
            return self._turned(deepcopy(table))
        if name == "tabtab" and len(numbers) == 2:  # the only number that fits, or the greatest
            size = len(table["tableau"][numbers[0] - 1])
            lines = [f"{line} {n}" for n in range(size, 0, -1)]
            return next(filter(None, [self.after(table, one) for one in lines]), None)
        source, target = CODES[name[:3]], CODES[name[3:]]
        if source not in self.kinds or target not in self.kinds:
            return None
        at = numbers.pop(0) - 1 if source in ("tableau", "cells", "foundations") else None
        to = numbers.pop(0) - 1 if target == "tableau" else None
        if target == "foundations" and numbers:
            to = numbers.pop(0) - 1
        count = numbers.pop(0) if numbers else 1
        pile = table[source] if at is None else table[source][at]
        if not 1 <= count <= len(pile) or (source, at) == (target, to):
            return None
        if not self._gives(table, source, at, count, target, to):
            return None
        if (to := self._takes(table, source, at, pile[-count:], target, to)) is None:
            return None
        return self._moved(deepcopy(table), source, at, count, target, to)

    def is_won(self, table: Table) -> bool:
        if self.discard and not self.spots or self.grid:
            return sum(map(len, table["foundations"])) == 52 - self.discard["spare"]
        if self.foundations["count"] and not self.discard:
            return not any(table[field] for field in ("stock", "waste", "reserve")) and not any(
                pile for field in ("tableau", "cells") for pile in table[field]
            )
        return not any(table["tableau"])

    def _is_covered(self, table: Table, t: int) -> bool:
        if self.grid or not self.spots:
            return False
        y, x = self.spots[t]
        over = [n for n, (row, at) in enumerate(self.spots) if row == y + 1 and abs(at - x) == 1]
        return any(table["tableau"][n] for n in over)

    def _is_pair(self, table: Table, source: str, at: int | None, card: str, to: int) -> bool:
        ranks = [RANKS.index(one[:-1]) + 1 for one in (card, *table["tableau"][to][-1:])]
        if len(ranks) < 2 or self._is_covered(table, to):
            return False
        if self.grid and at is not None:
            (y, x), (row, column) = self.spots[at], self.spots[to]
            if abs(y - row) > 1 or abs(x - column) > 2:
                return False
        rule = self.discard.get("pairs")
        return rule == "thirteen" and sum(ranks) == 13 or rule == "alike" and ranks[0] == ranks[1]

    def _is_off(self, table: Table, card: str) -> bool:
        """Does CARD leave alone?"""
        if not self.discard["lower"]:
            return self.discard["pairs"] == "thirteen" and card[:-1] == "K"
        order = [*RANKS[1:], "A"]
        tops = [pile[-1] for pile in table["tableau"] if pile and pile[-1][-1] == card[-1]]
        return any(order.index(top[:-1]) > order.index(card[:-1]) for top in tops)

    def _height(self, card: str, table: Table) -> int:
        return (RANKS.index(card[:-1]) - RANKS.index(table["base"])) % 13

    def _on(self, rule: str, card: str, onto: str, table: Table) -> bool:
        """May CARD lie on ONTO by a RULE of building down?"""
        red, onto_red = card[-1] in "DH", onto[-1] in "DH"
        suits = {"colors": red != onto_red, "color": red == onto_red, "any": True,
                 "others": card[-1] != onto[-1],
                 "suit": card[-1] == onto[-1], "none": False}[rule]  # fmt: skip
        apart = self._height(onto, table) - self._height(card, table)
        steps = {"down": [1], "up": [-1], "both": [1, -1], "any": [*range(-12, 13)]}[
            self.tableau.get("ways", "down")
        ]
        if self.tableau.get("around"):
            return suits and any((apart - step) % 13 == 0 for step in steps)
        return suits and apart in steps

    def _gives(
        self, table: Table, source: str, at: int | None, count: int, target: str, to: int | None
    ) -> bool:
        if at is not None and source == "tableau" and self._is_covered(table, at):
            return False
        if source == "foundations":
            return target == "tableau" and self.foundations["back"] != "none"
        if source == "waste" and self.taking or source == target == "cells":
            return False
        heaps = self.tableau.get("ways") == "any" and target == "tableau"
        if heaps and source not in ("waste", "reserve"):
            return False
        if source != "tableau" or target != "tableau":
            return count == 1
        pile, together = table["tableau"][at], self.tableau["together"]
        if together in ("top", "whole"):
            return count == (1 if together == "top" else len(pile))
        if count > len(pile) - (table["down"][at] if table["down"] else 0):
            return False
        if together in ("built", "open"):
            return True
        lead = pile[-count:]
        if not all(
            self._on(self.tableau["run"], upper, lower, table)
            for lower, upper in zip(lead, lead[1:])
        ):
            return False
        empty = [t for t, other in enumerate(table["tableau"]) if not other and t != to]
        room = (table["cells"].count([]) + 1) * 2 ** (
            len(empty) if self.tableau["fill"] == "any" else 0
        )
        return together == "run" or count <= room

    def _takes(
        self, table: Table, source: str, at: int | None, cards: Cards, target: str, to: int | None
    ) -> int | None:
        """Return the index of the pile of TARGET that takes CARDS, or None if none does."""
        lead = cards[0]
        if target == "waste":
            top = table["waste"][-1:]
            apart = [abs(RANKS.index(lead[:-1]) - RANKS.index(one[:-1])) for one in top]
            return 0 if source == "tableau" and apart and apart[0] in self.taking else None
        if target == "cells":
            return table["cells"].index([]) if [] in table["cells"] else None
        if target == "foundations" and self.discard:
            return 0 if self._is_off(table, lead) else None
        if target == "tableau" and self.spots:
            assert to is not None
            return (
                to
                if self._is_pair(table, source, None if source == "waste" else at, lead, to)
                else None
            )
        if target == "foundations":
            for f, pile in enumerate(table["foundations"]):
                height, (first, step) = self._height(lead, table), self._order(f)
                same = not pile or self.foundations["mixed"] or pile[0][-1] == lead[-1]
                next_height = (first + step * len(pile)) % 13
                others = [n for n in range(f) if self._order(n) == self._order(f)]
                if not pile and any(not table["foundations"][n] for n in others):
                    continue
                if same and len(pile) < 13 and height == next_height and to in (None, f):
                    return None if self.foundations["runs"] else f
            return None
        assert to is not None
        pile, fill = table["tableau"][to], self.tableau["fill"]
        if not pile and source == "tableau" and self.tableau["together"] == "whole":
            return to
        if self.claims and self._height(lead, table) == 0:
            return None
        if pile:
            return to if self._on(self.tableau["build"], lead, pile[-1], table) else None
        if source == "foundations" and self.foundations["back"] == "cards":
            return None
        last = self._height(lead, table) == 12
        return to if fill in ("any", "reserve") or fill == "king" and last else None

    def _moved(
        self, table: Table, source: str, at: int | None, count: int, target: str, to: int
    ) -> Table:
        pile = table[source] if at is None else table[source][at]
        if self.spots and target == "tableau":
            if source == "tableau":  # the pair is the same, from whichever side
                at, to = sorted((at or 0, to))
                pile = table[source][at]
            table["foundations"][0] += [table["tableau"][to].pop(), pile.pop()]
            self._uncovered(table)
            return table
        cards = [pile.pop() for _ in range(count)][::-1]
        (table[target] if target == "waste" else table[target][to]).extend(cards)
        if source == "tableau" and at is not None:
            self._left(table, at)
        for field, number in ((target, to), (source, at)):
            if field == "tableau" and number is not None:
                self._run_up(table, number)
        return table

    def _uncovered(self, table: Table) -> None:
        for n, down in enumerate(table["down"]):
            if down and not self._is_covered(table, n):
                table["down"][n] = 0

    def _left(self, table: Table, t: int) -> None:
        pile = table["tableau"][t]
        if self.spots:
            return self._uncovered(table)
        if table["down"] and table["down"][t] == len(pile) > 0:
            table["down"][t] -= 1
        elif not pile and table["reserve"] and self.tableau["fill"] == "reserve":
            pile.append(table["reserve"].pop())

    def _run_up(self, table: Table, t: int) -> None:
        pile = table["tableau"][t]
        shown = len(pile) - (table["down"][t] if table["down"] else 0)
        whole = [rank + pile[-1][-1] for rank in RANKS[::-1]] if pile else ["no run"]
        while self.foundations["runs"] and shown >= 13 and pile[-13:] == whole:
            table["foundations"][table["foundations"].index([])] = pile[:-14:-1]
            del pile[-13:]
            self._left(table, t)
            shown = len(pile) - (table["down"][t] if table["down"] else 0)
            whole = [rank + pile[-1][-1] for rank in RANKS[::-1]] if pile else ["no run"]

    def _turned(self, table: Table) -> Table | None:
        stock, waste, piles = table["stock"], table["waste"], table["tableau"]
        if not self.stock:
            return None
        if self.stock["to"] == "tableau":
            if self.grid:
                cards = [card for pile in piles for card in pile]
                cards += [stock.pop() for _ in range(min(len(stock), len(piles) - len(cards)))]
                closed = [cards[n : n + 1] for n in range(len(piles))]
                return None if closed == piles else table | {"tableau": closed}
            if not stock or self.stock["full"] and [] in piles:
                return None
            dealt = range(min(len(stock), len(piles)))
            for t in dealt:
                piles[t].append(stock.pop())
            for t in dealt:
                self._run_up(table, t)
        elif stock:
            waste += [stock.pop() for _ in range(min(self.stock["draw"], len(stock)))]
        elif not waste and not self.idle_turn or table["redeals"] == self.stock["redeals"]:
            return None
        elif waste:
            table |= {"stock": waste[::-1], "waste": [], "redeals": table["redeals"] + 1}
        return table
