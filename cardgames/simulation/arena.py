"""The report on an arena: how often each player won, and who comes out ahead of whom."""

import shlex
from collections.abc import Iterator
from typing import Final

from cardgames.model.errors import printable
from cardgames.model.game import Game, Options, interval
from cardgames.simulation.contest import KINDS, Contest, full_name
from cardgames.simulation.report import CUT, Figures, Plan, Simulation, Spread, Tally, seeds_text

NAME: Final = 24  # the most characters of a player's name in a table


class ArenaPlan(Plan):
    """Games of an arena, which a Contest plays."""

    @classmethod
    def of(
        cls,
        game: type[Game],
        options: Options,
        contest: Contest,
        seed: int,
        skip: int,
        games: int,
    ) -> "ArenaPlan":
        """Return the plan of so many games, without the first `skip` from the deal `seed` on."""
        first = seed * contest.rotations(options) + skip
        return cls(game, options, " ".join(contest.names()), contest, first, games)

    @property
    def contest(self) -> Contest:
        """The players, and by what rules they forfeit."""
        assert isinstance(self.player, Contest)
        return self.player

    @property
    def rotations(self) -> int:
        """In how many games each deal is played."""
        return self.contest.rotations(self.options)

    def extras(self) -> tuple[str, ...]:
        """Return the names of the counts of a result, for each player, and the games cut short."""
        each = range(1, len(self.contest.players) + 1)
        return (*(f"{kind} {n}" for kind in ("won", "points", *KINDS) for n in each), CUT)

    def origin(self) -> Figures:
        """Return the players, and a command that plays these games if none is a function."""
        contest = self.contest
        players = [one if isinstance(one, str) else full_name(one) for one in contest.players]
        found = {"players": players, "seconds": contest.seconds, "limit": contest.most}
        if any(map(callable, contest.players)):
            return found
        seed, skip = divmod(self.seed, self.rotations)
        words = [*players, *self.rules(), "--seed", str(seed)]
        words += [*(["--skip", str(skip)] if skip else []), "--games", str(self.games)]
        if contest.seconds != type(contest).seconds:
            words += ["--time", f"{contest.seconds:g}"]
        typed = self.game.file or self.game.name
        return {"command": f"cardgames arena {typed} {shlex.join(words)}", **found}

    def name_of(self, number: int) -> str:
        deal, turn = divmod(number, each := self.rotations)
        return f"game {turn + 1} of deal {deal}" if each > 1 else f"deal {deal}"

    def rules(self) -> list[str]:
        """Return the words of the options, without those that say who plays."""
        words = self.options.words(forever=True)
        for flag in ("--players", "--humans"):
            if flag in words:
                at = words.index(flag)
                del words[at : at + 2]
        return words

    def report(self, tally: Tally) -> "Arena":
        return Arena(self, tally)


class Arena(Simulation):
    """The results of an arena; `print` shows the report of `cardgames arena`.

    >>> import cardgames
    >>> played = cardgames.arena("rummy", ["easy", "medium"], 4, target=30)
    >>> [played.spreads()[f"won {player}"].total for player in (1, 2)]
    [1, 3]
    """

    plan: ArenaPlan

    def spreads(self) -> dict[str, Spread]:
        """Return the distribution of each count, such as 'won 1' and 'points 2'."""
        return self.tally.extras(self.plan.extras())

    def title(self) -> str:
        """Return the game, its options, and the number of players."""
        words = [self.plan.game.title(), *self.plan.rules()]
        return f"{' '.join(words)}, an arena of {len(self.plan.contest.players)}"

    def deals_text(self) -> str:
        """Say which deals were played, and how many rotations of them are lacking."""
        each = self.plan.rotations
        games, played = self.games, self.tally.played
        found = f"{games:,} game{'s' * (games != 1)}"
        if each == 1:
            return f"{found.replace('game', 'deal')}, each by all players"
        numbers = [(seeds.start, seeds.stop) for seeds in played]
        deals = {n // each for start, stop in numbers for n in (start, stop - 1)}
        lacking = sum(start % each + -stop % each for start, stop in numbers)
        text = f"{found}, {seeds_text([range(min(deals), max(deals) + 1)])}"
        text = f"{text.replace('seed', 'deal')}, in all {each} rotations of the seats"
        more = f"\n{lacking} more game{'s' * (lacking > 1)} would make the deals whole"
        return text + more * (lacking > 0)

    def ahead(self) -> list[list[int]]:
        """Return for each pair of players in how many games the first came out ahead."""
        count = len(self.plan.contest.players)
        found = [[0] * count for _ in range(count)]
        for result, (games, _) in self.tally.found.items():
            rows = [result.extra[n * count : (n + 1) * count] for n in range(2 + len(KINDS))]
            won, points, *faults = rows
            order = [
                (won[n], -sum(fault[n] for fault in faults), points[n]) for n in range(count)
            ]
            for one in range(count):
                for other in range(count):
                    found[one][other] += games * (order[one] > order[other])
        return found

    def _counts(self) -> Figures:
        games, spreads, rows = self.games, self.spreads(), []
        for number, name in enumerate(self.plan.contest.names(), 1):
            won, points = spreads[f"won {number}"].total, spreads[f"points {number}"]
            share = [round(bound, 6) for bound in interval(won, games)]
            mean = {"mean": round(points.mean, 6), "margin": round(points.margin, 6)}
            faults = {kind: spreads[f"{kind} {number}"].total for kind in KINDS}
            rows.append({"player": name, "won": won, "interval": share, "points": mean, **faults})
        return {"results": rows, "ahead": self.ahead()}

    def __str__(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield self.title()
        if not self.games:
            return
        yield self.deals_text()
        if self.missing:
            missing = sum(map(len, self.missing))
            yield f"MISSING: {missing:,} of {self.plan.games:,} games"
        spreads, games, names = self.spreads(), self.games, self.plan.contest.names()
        shown = [printable(name) for name in names]
        shown = [name if len(name) <= NAME else "..." + name[3 - NAME :] for name in shown]
        width = max(map(len, shown)) + 4
        has_points = any(spread.most for name, spread in spreads.items() if "points" in name)
        yield ""
        yield f"{'':<{width}}{'won':>7}{'share':>9}   95% interval   {'  points' * has_points}"
        for number, name in enumerate(shown, 1):
            won, points = spreads[f"won {number}"].total, spreads[f"points {number}"]
            low, high = interval(won, games)
            row = f"{f'{number}  {name}':<{width}}{won:>7,}{won / games:>9.2%}"
            row += f"   {low:>6.2%} to {high:>6.2%}"
            yield row + f"{points.mean:>9.2f} +- {points.margin:.2f}" * has_points
        drawn = games - sum(spreads[f"won {n}"].total for n in range(1, len(names) + 1))
        if drawn > 0 and self.plan.rotations > 1:
            yield f"{'   drawn':<{width}}{drawn:>7,}{drawn / games:>9.2%}"
        yield ""
        heads = "".join(f"{number:>9}" for number in range(1, len(names) + 1))
        yield f"{'ahead of':<{width}}{heads}"
        for number, row_of in enumerate(self.ahead()):
            shares = [
                f"{'-':>9}" if other == number else f"{count / games:>9.2%}"
                for other, count in enumerate(row_of)
            ]
            yield f"{f'{number + 1}  {shown[number]}':<{width}}{''.join(shares)}"
        faults = [
            f"{spreads[f'{kind} {number}'].total:,} {kind} by {name}"
            for number, name in enumerate(shown, 1)
            for kind in KINDS
            if spreads[f"{kind} {number}"].total
        ]
        if faults:
            yield ""
            yield f"Forfeited: {', '.join(faults)}."
        if cut := spreads["cut short"].total:
            yield f"Cut short by the limit of {self.plan.contest.most:,} moves: {cut:,}."
