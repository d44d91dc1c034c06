"""A second engine for patiences: it reads the same declarations, but shares no code with the kit.

A position is a dictionary of lists, whose cards are texts such as 'QH'. Every rule is tried in the
plainest way. The values of the kinds of piles are explained in `cardgames/patience/piles.py`.
"""

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from cardgames.model.deal import Random

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
FIELDS = "tableau down stock waste foundations redeals base reserve cells reserves".split()
# the rank that starts each foundation, counted from the base, and how ranks go on from there
ORDERS = {
    "up": [(0, 1)], "down": [(12, 12)], "meet": [(0, 1), (12, 12)], "twos": [(0, 2), (1, 2)],
    "steps": [(0, 1), (1, 2), (2, 3), (3, 4)],
}  # fmt: skip
STARTERS = {"aces": "A", "twos": "2"}
NEAR = {"none": (), "neighbor": (1,), "closed": (1,), "around": (1, 12)}
CODES = {"res": "reserve", "cel": "cells", "wst": "waste", "tab": "tableau", "fnd": "foundations"}
Cards = list[str]
Table = dict[str, Any]


def copied(value: Any) -> Any:
    """Copy tables and piles as deepcopy does, in a tenth of its time."""
    if isinstance(value, dict):
        return {name: copied(inner) for name, inner in value.items()}
    return [*map(copied, value)] if isinstance(value, list) else value


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
        self.osmotic = "Osmotic" in [type(kind).__name__ for kind in game.piles]
        self.kinds |= {"foundations": self.foundations} if "foundations" in self.kinds else {}
        self.tableau, self.cells = self.kinds["tableau"], self.kinds.get("cells", {"count": 0})
        if "rows" in self.tableau:
            single = {"sizes": (1,) * self.tableau["count"], "build": "none", "run": "none"}
            self.tableau |= {"down": (), "together": "top", "fill": "none"} | single | self.tableau
        self.row, self.gapped = "apart" in self.tableau, "redeals" in self.tableau
        self.grid = "columns" in self.tableau
        # does the stock fill gaps? No move turns it, and all cards of the grid touch
        self.filled = "Filled" in [type(kind).__name__ for kind in game.piles]
        self.spots = [(y, x) for y, row in enumerate(self.tableau.get("rows", ())) for x in row]
        self.stock, self.waste = self.kinds.get("stock", {}), self.kinds.get("waste", {})
        self.codes = CODES | ({"res": "reserves"} if "reserves" in self.kinds else {})
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
        hole = self.waste.get("first", "")
        deck = [card for card in deck if card != hole]
        table: Table = dict.fromkeys(FIELDS, ())
        table |= {"redeals": 0, "stock": [], "waste": [], "reserve": []}
        count = self.foundations["count"]
        table["foundations"] = [[card] for card in up] + [[] for _ in range(count - len(up))]
        table["cells"] = [[] for _ in range(self.cells["count"])]
        for field, kind in self.kinds.items():
            if field == "foundations" and kind["start"] == "card":
                table[field][0].append(deck.pop())
            elif field in ("tableau", "reserves"):
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
                table[field] = [hole or deck.pop() for _ in range(kind["dealt"])]
            elif field == "stock":
                table[field] = [deck.pop() for _ in range(len(deck) - self._after(field))][::-1]
        if self.gapped:
            aces = [card for (card,) in table["tableau"] if card[:-1] == "A"]
            table["tableau"] = [[c for c in pile if c not in aces] for pile in table["tableau"]]
            table["foundations"] = [aces]
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
            lines += [f"restab {r + 1} {t}" for r in range(len(table["reserves"]))]
            lines += [f"fndtab {f + 1} {t}" for f in range(len(table["foundations"]))]
        lines += [f"celfnd {e + 1}" for e in range(len(table["cells"]))]
        for r in range(len(table["reserves"])):
            lines += [f"resfnd {r + 1}", f"rescel {r + 1}"]
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
        if self.row or self.gapped:
            return self._shifted(table, name, numbers)
        if name == "card":
            return self._turned(copied(table))
        if name == "tabtab" and len(numbers) == 2:  # the only number that fits, or the greatest
            size = len(table["tableau"][numbers[0] - 1])
            lines = [f"{line} {n}" for n in range(size, 0, -1)]
            return next(filter(None, [self.after(table, one) for one in lines]), None)
        source, target = self.codes[name[:3]], self.codes[name[3:]]
        if source not in self.kinds or target not in self.kinds:
            return None
        several = ("tableau", "cells", "foundations", "reserves")
        if len(numbers) < (source in several) + (target == "tableau"):
            return None
        at = numbers.pop(0) - 1 if source in several else None
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
        return self._moved(copied(table), source, at, count, target, to)

    def _shifted(self, table: Table, name: str, numbers: list[int]) -> Table | None:
        """Return TABLE after a move within rows: of cards onto others, or to gaps."""
        piles, columns = table["tableau"], self.tableau.get("columns", 0)
        if name == "card":
            return self._dealt_anew(copied(table)) if self.gapped else None
        if name != "tabtab":
            return None
        at, to = (number - 1 for number in numbers[:2])
        if not piles[at] or at == to:
            return None
        card = piles[at][0]
        if self.row:
            onto = piles[to][0] if piles[to] else ""
            if at - to not in self.tableau["apart"]:
                return None
            if card[-1] != onto[-1] and card[:-1] != onto[:-1]:
                return None
            table = copied(table)
            piles = table["tableau"]
            table["foundations"][0].append(onto)
            piles[to] = piles.pop(at)
            piles.append([])
            return table
        if piles[to]:
            return None
        if to % columns == 0:
            fits = card[:-1] == "2"
        else:
            fits = any(
                RANKS.index(card[:-1]) == RANKS.index(one[:-1]) + 1 and card[-1] == one[-1]
                for one in piles[to - 1]
            )
        if not fits:
            return None
        table = copied(table)
        table["tableau"][to].append(table["tableau"][at].pop())
        return table

    def _lines_in_order(self, table: Table) -> list[int]:
        """The number of cards in order at the left edge of each row."""
        found = []
        for start in range(0, len(table["tableau"]), 13):
            row = [pile[0] if pile else "" for pile in table["tableau"][start : start + 13]]
            count = 0
            while count < 12 and row[count] and row[count] == RANKS[count + 1] + row[0][-1]:
                count += 1
            found.append(count)
        return found

    def _dealt_anew(self, table: Table) -> Table | None:
        if table["redeals"] == self.tableau["redeals"]:
            return None
        kept = self._lines_in_order(table)
        rows = [table["tableau"][13 * n : 13 * n + 13] for n in range(len(kept))]
        loose = [pile[0] for row, n in zip(rows, kept) for pile in row[n:] if pile]
        words = " ".join([*loose, str(table["redeals"])])
        Random(crc32(words.encode())).shuffle(loose)
        piles = []
        for row, n in zip(rows, kept):
            piles += row[:n] + [[]] + [[loose.pop()] for _ in range(12 - n)]
        return table | {"tableau": piles, "redeals": table["redeals"] + 1}

    def is_won(self, table: Table) -> bool:
        if self.gapped:
            return sum(self._lines_in_order(table)) == 48
        if self.discard and not self.spots or self.grid or self.row:
            return sum(map(len, table["foundations"])) == 52 - self.discard["spare"]
        if self.foundations["count"] and not self.discard:
            return not any(table[field] for field in ("stock", "waste", "reserve")) and not any(
                pile for field in ("tableau", "cells", "reserves") for pile in table[field]
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
        if self.grid and at is not None and not self.filled:
            (y, x), (row, column) = self.spots[at], self.spots[to]
            if abs(y - row) > 1 or abs(x - column) > 2:
                return False
        rule = self.discard.get("pairs")
        sums = {"thirteen": 13, "eleven": 11}
        return sum(ranks) == sums.get(str(rule)) or rule == "alike" and ranks[0] == ranks[1]

    def _is_off(self, table: Table, card: str) -> bool:
        """Does CARD leave alone?"""
        if self._three(table, card):
            return True
        if not self.discard["lower"]:
            return self.discard["pairs"] == "thirteen" and card[:-1] == "K"
        order = [*RANKS[1:], "A"]
        tops = [pile[-1] for pile in table["tableau"] if pile and pile[-1][-1] == card[-1]]
        return any(order.index(top[:-1]) > order.index(card[:-1]) for top in tops)

    def _three(self, table: Table, card: str) -> list[int]:
        """The places of the cards that leave with CARD, a jack, queen or king of Elevens."""
        found = []
        if self.discard.get("pairs") == "eleven" and card[:-1] in "JQK":
            for rank in "JQK".replace(card[:-1], ""):
                at = [t for t, pile in enumerate(table["tableau"]) if pile and pile[0][0] == rank]
                found += at[:1]
        return found if len(found) == 2 else []

    def _fill(self, table: Table) -> None:
        for pile in table["tableau"]:
            if self.filled and not pile and table["stock"]:
                pile.append(table["stock"].pop())

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
        closed = self.cells.get("late") and table["stock"]
        room = 1 if closed else table["cells"].count([]) + 1
        room *= 2 ** len(empty) if self.tableau["fill"] == "any" else 1
        return together == "run" or count <= room

    def _takes(
        self, table: Table, source: str, at: int | None, cards: Cards, target: str, to: int | None
    ) -> int | None:
        """Return the index of the pile of TARGET that takes CARDS, or None if none does."""
        lead = cards[0]
        if target == "waste":
            top = table["waste"][-1:]
            apart = [abs(RANKS.index(lead[:-1]) - RANKS.index(one[:-1])) for one in top]
            closed = self.waste["takes"] == "closed" and [one[:-1] for one in top] == ["K"]
            near = apart and apart[0] in self.taking and not closed
            return 0 if source == "tableau" and near else None
        if target == "cells" and self.cells["late"] and table["stock"]:
            return None
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
        if target == "foundations" and self.osmotic:
            before: Cards | None = None
            for f, pile in enumerate(table["foundations"]):
                if not pile:
                    return f if lead[:-1] == table["base"] else None
                if pile[0][-1] == lead[-1]:
                    ranks = [one[:-1] for one in before or ()]
                    return f if before is None or lead[:-1] in ranks else None
                before = pile
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
            self._fill(table)
            return table
        three = self._three(table, pile[-1]) if self.discard and target == "foundations" else []
        cards = [pile.pop() for _ in range(count)][::-1]
        (table[target] if target == "waste" else table[target][to]).extend(cards)
        for place in three:
            table["foundations"][0].append(table["tableau"][place].pop())
        self._fill(table)
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
        if not self.stock or self.filled:
            return None
        if "shuffled" in self.stock:
            return self._dealt_again(table)
        if self.stock["to"] == "reserves":
            if not stock:
                return None
            for pile in table["reserves"][: len(stock)]:
                pile.append(stock.pop())
            return table
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

    def _dealt_again(self, table: Table) -> Table | None:
        size, most, piles = self.stock["size"], self.stock["redeals"], table["tableau"]
        if table["redeals"] == most:
            return None
        cards = []
        for pile in piles:
            cards += list(reversed(pile))
        if self.stock["shuffled"]:
            text = "/".join(sorted(" ".join(pile) for pile in piles if pile))
            cards = _shuffled(sorted(cards), crc32(text.encode("ascii")))
        again = []
        for _ in piles:
            again.append(list(reversed(cards[:size])))
            cards = cards[size:]
        if again == piles:
            return None
        return table | {"tableau": again, "redeals": table["redeals"] + 1}


def _shuffled(cards: Cards, seed: int) -> Cards:
    """Shuffle as java.util.Collections does, with java.util.Random."""
    state = (seed ^ 0x5DEECE66D) % 2**48
    for last in range(len(cards) - 1, 0, -1):
        while True:
            state = (state * 0x5DEECE66D + 11) % 2**48
            bits = state >> 17
            drawn = bits % (last + 1)
            if bits - drawn + last < 2**31:
                break
        if last + 1 & last == 0:
            drawn = (last + 1) * bits >> 31
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return cards
