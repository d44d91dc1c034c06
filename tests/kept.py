"""Games made by hand, for the tests of the diary and of the page about it."""

from datetime import datetime, timedelta, timezone
from typing import Any

from cardgames import games
from cardgames.diary.diary import Diary, Entry, Kept

SEATED = {"penalty": "strict", "grace": 250, "interval": 300}  # as usual at a terminal
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("canfield", {}),
    ("canfield", {"build": "any", "draw": 1, "redeals": 0}),
    ("canfield", {"draw": 2, "reserve": "open"}),
    ("klondike", {}),
    ("clock", {}),
    ("clock", {"win": "reveal"}),
    ("mod10", {"pick_up": "must"}),
    ("slap", SEATED),
    ("slap", {"speed": "slow", **SEATED}),
    ("rummy", {"level": "hard", "humans": 1}),
)
"""The games that were played, one after the other, with their options."""


def result(**changes: Any) -> Entry:
    """A game of Clock that a person won, with CHANGES."""
    usual = {
        "id": 1, "name": "one", "deal": "cardgames clock --seed 42", "day": None,
        "status": "ended", "game": "clock", "options": {"win": "place"}, "words": "", "seed": 42,
        "number": 1, "outcome": "won", "reason": "every card is in its place", "score": 48,
        "moves": 51, "length": 48, "seconds": 60, "hints": 0, "undos": 0, "player": "person",
        "helped_from": None, "today": None, "begun": "2026-03-01T12:00:00Z",
        "finished": "2026-03-01T12:01:00Z", "version": "1.2", "details": {},
    }  # fmt: skip
    return Entry(**usual | changes)


def keep(file: object, *results: Entry) -> list[Entry]:
    """Write RESULTS without lines to the diary in FILE; return them as they stand there."""
    diary = Diary(str(file))
    diary.add(Kept(one, []) for one in results)
    found = diary.games()
    diary.close()
    return found


def back_up(diary: Diary, today: str) -> None:
    """Write a backup, unless the last one has this date; mend the file if it is damaged."""
    diary.read(lambda file: None, None)  # upgrades a file of an older version
    copying = diary.copying(today)
    if copying and copying.end(3600) and not diary.check():
        back_up(diary, today)


def owned(diary: Diary) -> list[int]:
    """The ids of the games at which somebody sits."""
    query = "SELECT id FROM games WHERE owner NOT NULL ORDER BY id"
    return [id for (id,) in diary.read(lambda file: file.execute(query).fetchall(), [])]


def thousand() -> list[Entry]:
    """A thousand results of all games, in the order in which they finished."""
    return [numbered(n) for n in range(1000)]


def evenings() -> list[Entry]:
    ended = (-45, 210, -20, None, -10, 210, 210, 35, -30, None, 210, -5)
    return [evening(n, "canfield", {}, score) for n, score in enumerate(ended)] + [
        evening(n, "canfield", {"draw": 1, "redeals": 2}, score)
        for n, score in enumerate((-25, 5, 210, 40), 12)
    ]


def evening(n: int, game: str, chosen: dict[str, Any], score: int | None) -> Entry:
    """Game number N of the evenings: won with 210 dollars, left without a SCORE, or else lost."""
    options = games.model(game).options_type(**chosen)
    return result(
        id=n + 1, name=f"evening-{n}", game=game, options=options.values(),
        words=" ".join(options.words()),
        outcome="won" if score == 210 else "lost", score=score or 0,
        status="left" if score is None else "ended",
        moves=100 + 7 * n, seconds=280 + 19 * n, hints=n % 6 // 5, undos=n % 3 // 2,
        player="helped" if n == 8 else "person", finished=f"2026-11-{n // 2 + 14}T20:{n:02}:00Z",
    )  # fmt: skip


def details(name: str, number: int) -> dict[str, int]:
    """The details that a game adds to its result, from remainders of NUMBER."""
    slaps, rounds = number % 7, 10 + number % 11
    reaction = slaps * (300 + number % 401)
    return {
        "slap": {
            "slaps": slaps, "chances": 7, "wrong": 1, "reaction": reaction,
            "quickest": slaps and 280 + number % 97, "piles": number % 10, "rounds": rounds,
        },
        "rummy": {"hands": rounds, "won": number % 8},
    }.get(name, {})  # fmt: skip


def numbered(n: int) -> Entry:
    """The result number N, all of it from remainders of N."""
    name, chosen = KINDS[n % len(KINDS)]
    options = games.model(name).options_type(**chosen)
    mixed = n * n // 7 + n // 3
    begun = datetime(2026, 1, 1, 18, tzinfo=timezone.utc) + timedelta(hours=8 * n)
    return result(
        id=n + 1, name=f"game-{n}", game=name, options=options.values(),
        words=" ".join(options.words()),
        seed=None if mixed % 19 == 0 else n, number=0 if mixed % 19 == 0 else 1,
        outcome=("won", "lost", "lost", "won", "drawn", "lost", "lost", "won")[mixed % 8],
        status="left" if mixed % 8 == 5 else "ended",
        score=mixed % 53 - 20, moves=30 + mixed % 101, length=mixed % 61, seconds=mixed % 1501,
        hints=mixed % 3 // 2, undos=mixed % 5 // 3,
        player={9: "helped", 10: "computer"}.get(mixed % 11, "person"),
        helped_from=mixed % 20 if mixed % 11 == 9 else None,
        begun=f"{begun:%Y-%m-%dT%H:%M:%SZ}",
        finished=f"{begun + timedelta(seconds=mixed % 1501):%Y-%m-%dT%H:%M:%SZ}",
        details=details(name, mixed),
    )  # fmt: skip
