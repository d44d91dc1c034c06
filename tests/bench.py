"""Measure the speed, as ratios to `python -c "import click"` in the same run: `make bench`.

The times are those of whole processes, the medians of several runs. Random play is measured beside
that of OpenSpiel and RLCard where they are installed; else CONTRIBUTING.md tells their figures.
"""

import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from importlib import import_module, metadata
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

from cardgames.diary.diary import Diary, Kept
from cardgames.diary.keeping import Keeper
from cardgames.games import GAMES, model, strategies
from cardgames.model.game import Move, Setup
from tests.kept import thousand
from tests.program import PROGRAM, environment, run
from tests.seated import session_of
from tests.test_terminal import Terminal

COMMANDS = 100_000
SIMULATIONS = {
    "clock --games 200000": 50_000,
    "mod10 --strategy greedy --pick-up must --games 50000": 9_500,
    "slap --slaps none --games 100000": 40_000,
    "slap --games 1000": 150,
    "rummy --games 2000": 250,
    "canfield --games 300": 35,
    "klondike --games 100": 10,
}
"""Simulations on one core, each with the least number of games a second."""
RANDOM = {"klondike": 16_500} | dict.fromkeys(("clock", "mod10", "slap", "rummy"), 36_000)
"""The least number of moves a second in random play; of Klondike, a tenth of what C++ makes."""
PEERS = {
    "klondike": [("open_spiel", "solitaire")],
    "rummy": [("open_spiel", "gin_rummy"), ("rlcard", "gin-rummy")],
}
"""For each game the packages that have one like it, and what they call it."""
MEASURED = 20_000
LONGEST = 300
SOLVED = range(1, 101)
FAIR = range(801, 831)
TWO, ONE = "--players human,human", "--speed 5000"
PAIR, NO_PAIR = "2C 3C 5C 7C 2D 3D 6D 8D", "2C 3C 5C 7C 4D 3D 6D 8D"
SLAPS = (
    ("s", TWO, PAIR, "Player 1 slaps after"), ("s", TWO, NO_PAIR, "Player 1 slaps wrongly"),
    ("k", TWO, PAIR, "Player 2 slaps after"), ("k", TWO, NO_PAIR, "Player 2 slaps wrongly"),
    ("s", ONE, PAIR, "You slap after"), ("s", ONE, NO_PAIR, "You slap wrongly"),
)  # fmt: skip
"""Slaps after two cards: the key, the options, the hands, and the text that shows the effect."""
SETTLED = 0.3
"""The time after a card in which a slap might be forgiven as too early, in seconds."""
IMPORT = [sys.executable, "-c", "import click"]


def seconds(command: list[str], script: Path = Path("/dev/null")) -> float:
    with script.open("rb") as stdin:
        start = time.perf_counter()
        subprocess.run(
            command, stdin=stdin, stdout=subprocess.DEVNULL, check=True, env=environment()
        )
        return time.perf_counter() - start


def ratios(command: list[str], runs: int, script: Path = Path("/dev/null")) -> list[float]:
    """The ratio of the command's time to the import's in each of RUNS."""
    seconds(command, script)
    return [seconds(command, script) / seconds(IMPORT) for _ in range(runs)]


def random_moves(name: str, count: int) -> list[str]:
    game = model(name)
    session = session_of(game)
    random = Random(1)
    while len(session.log) < count:
        legal = [] if session.game.outcome() else list(session.game.legal_moves())
        if legal:
            session.make(random.choice(legal))
        else:
            session.new()
    return session.log


def row(what: str, figure: str, aim: object = "") -> None:
    print(f"{what:<60} {figure}" + f"  ({aim})" * bool(aim))


def report(what: str, figures: list[float], aim: float | None) -> None:
    wanted = f"; at most {aim}" if aim is not None else ""
    spread = f"{min(figures):.2f} to {max(figures):.2f}{wanted}"
    row(what, f"{statistics.median(figures):.2f}", spread)


def report_diary() -> None:
    with tempfile.TemporaryDirectory() as folder:
        diary = Diary(f"{folder}/cardgames/diary.sqlite")
        games = [one._replace(status=("going", "ended")[one.id % 2]) for one in thousand()]
        diary.add(Kept(one, ["tabtab 1 2"] * 100) for one in games)
        session, taken = session_of(model("canfield"), 42), []
        keeper = Keeper(diary)
        for _ in range(1000):
            session.make(Move("card"))
            start = time.perf_counter()
            keeper.record(session)
            taken.append(1000 * (time.perf_counter() - start))
        report("to keep a move, in milliseconds", taken, 0.2)
        diary.close()
        for words in ("stats", "resume --list"):
            command = ["env", f"XDG_STATE_HOME={folder}", PROGRAM, *words.split()]
            report(f"{words}, of 1,000 games", ratios(command, 25), 3)


def main() -> None:
    print("times `python -c 'import click'`, median of runs")
    for listing in GAMES:
        command = [PROGRAM, listing.name, "--seed", "1"]
        report(f"{listing.name}: first board and end", ratios(command, 25), 1.3)
        if len(model(listing.name).options_type().seats()) > 1:
            continue  # A player's moves depend there on those of the computers.
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "script"
            moves = random_moves(listing.name, COMMANDS)
            last = len("\n".join(moves).rpartition("\nnew\n")[2].splitlines())
            script.write_text("\n".join([*moves, f"undo {last}", ""]))
            what = f"{listing.name}: {COMMANDS:,} commands, then undo"
            report(what, ratios(command, 3, script), 60 if listing.name == "canfield" else None)
    for words, aim in SIMULATIONS.items():
        speed = run("simulate", *words.split()).stderr.decode().strip().rsplit(": ", 1)[1]
        row(f"simulate {words}", speed, f"at least {aim:,}")
    for listing in GAMES:
        report_random(listing.name)
    report_diary()
    for slap in SLAPS:
        report_slap(*slap)
    report_solver("klondike", (77, 93))
    report_solver("klondike", (89, 96), draw=1)
    report_solver("canfield", (70, 99))
    report_hints()
    report_fair("klondike", 4)
    report_fair("canfield", 2)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    row("peak memory of all that, MB", f"{peak:.0f}", "at most 100")


def report_random(name: str) -> None:
    """Random play by a program: it lists the legal moves, and makes one of them."""
    aim = f"at least {RANDOM[name]:,}" if name in RANDOM else ""
    row(f"random play of {name}, moves a second", f"{speed(own_game(name)):,.0f}", aim)
    for package, called in PEERS.get(name, ()):
        try:
            figure = f"{speed(PACKAGES[package](called)):,.0f}"
            version = metadata.version(package)
        except ImportError:
            table = re.compile(rf"([\d,]+): {package} ([\d.]+), `{called}`")
            figure, version = table.findall(Path("CONTRIBUTING.md").read_text())[0]
            version += ", not installed: the figure is that of CONTRIBUTING.md"
        row(f"  {called} of {package}", figure, version)


def speed(play: Callable[[Random], int]) -> float:
    """Return how many moves a second PLAY makes, which plays a game and returns their number."""
    random, made, start = Random(1), 0, time.process_time()
    while made < MEASURED:
        made += play(random)
    return made / (time.process_time() - start)


def own_game(name: str) -> Callable[[Random], int]:
    game, seeds = model(name), count(1)

    def play(random: Random) -> int:
        position = Setup(game, game.options_type(), next(seeds)).dealt()
        for made in range(LONGEST):
            if position.outcome() is not None or not (legal := list(position.legal_moves())):
                return made
            position = position.after(random.choice(legal))
        return LONGEST

    return play


def open_spiel(name: str) -> Callable[[Random], int]:
    game = import_module("pyspiel").load_game(name)

    def play(random: Random) -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():  # a card is dealt, as in the examples of the package
                actions, chances = zip(*state.chance_outcomes())
                state.apply_action(*random.choices(actions, chances))
            else:
                state.apply_action(random.choice(state.legal_actions()))
                made += 1
        return made

    return play


def rlcard(name: str) -> Callable[[Random], int]:
    game = import_module("rlcard").make(name)

    def play(random: Random) -> int:
        (state, _), made = game.reset(), 0
        while not game.is_over():
            state, _ = game.step(random.choice([*state["legal_actions"]]))
            made += 1
        return made

    return play


PACKAGES = {"open_spiel": open_spiel, "rlcard": rlcard}


def report_slap(key: str, options: str, hands: str, effect: str) -> None:
    taken = []
    for _ in range(5):
        words = ("slap", "--deck", hands, *options.split(), "--cards", "ascii")
        terminal = Terminal(*words, CARDGAMES_RESULTS="off")
        terminal.see("> ")
        terminal.type("d" if options == TWO else " ", "in the pile")
        terminal.type("j" if options == TWO else "", "2 cards in the pile")
        time.sleep(SETTLED)
        start = time.perf_counter()
        terminal.type(key, effect)
        taken.append(1000 * (time.perf_counter() - start))
        terminal.close()
    report(f"slap: '{key}' until '{effect}', in milliseconds", taken, 60)


def report_solver(name: str, least: tuple[int, int], **options: Any) -> None:
    game, solver = model(name), strategies(name)["solver"]()
    taken, positions, verdicts = [], 0, Counter[str]()
    for seed in SOLVED:
        dealt = session_of(game, seed, **options).game
        start = time.process_time()
        solution = solver.solve(dealt)  # type: ignore[attr-defined]
        taken.append(time.process_time() - start)
        positions += solution.positions
        verdicts[solution.verdict.value] += 1
    rules = "".join(f", {option} {value}" for option, value in options.items())
    row(f"solver of {game.__name__}{rules}, positions a second", f"{positions / sum(taken):,.0f}")
    won, decided = verdicts["winnable"], len(SOLVED) - verdicts["undecided"]
    row(f"  winnable and decided, of {len(SOLVED)}", f"{won}, {decided}", f"at least {least}")
    tenths = statistics.quantiles(taken, n=10)
    row("  seconds a deal, median", f"{tenths[4]:.3f}", "at most 0.05")
    row("  seconds a deal, 90%", f"{tenths[8]:.3f}", "at most 1.5")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row("  peak memory so far, MB", f"{memory:.0f}", "at most 120")


def report_hints() -> None:
    for players, every in product((2, 4, 6), (False, True)):
        taken = []
        for seed in range(1, 9):
            session = session_of(model("rummy"), seed, players=players, target=1000)
            while (event := session.event()) is not None:
                session.make(event)
            session.make(Move("draw"))
            start = time.process_time()
            session.hint(every)
            taken.append(time.process_time() - start)
        what = f"{'hint all' if every else 'hint'} of Rummy for {players}, seconds"
        row(what, f"{max(taken):.2f}", "at most 0.5")


def report_fair(name: str, aim: float) -> None:
    game, fair = model(name), strategies(name)["fair"]
    start = time.process_time()
    for seed in FAIR:
        fair().result(Setup(game, game.options_type(), seed))
    mean = (time.process_time() - start) / len(FAIR)
    row(f"fair player of {game.__name__}, seconds a game", f"{mean:.2f}", f"at most {aim}")


if __name__ == "__main__":
    main()
