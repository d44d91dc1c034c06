"""The deals of the dates: python -m tests.today checks all of Canfield's, which takes a minute.

Everyone must get the same deal on a date, in every release. The solver finds Canfield's, so a
change to the solver must not change them.
"""

import sys
from collections.abc import Iterator
from datetime import date
from functools import partial

from cardgames import games
from cardgames.model.dates import Day, seed_of
from cardgames.model.solution import daily_seed

PASSED_OVER = {
    "2026-11": "3000102100",
    "2026-12": "2002000203003110002500011011000",
    "2027-01": "1012003000000000110200004121211",
    "2027-02": "0013001320002300210101110000",
    "2027-03": "0000022001010020101210010001000",
    "2027-04": "001000000100011010010000000001",
    "2027-05": "00040100120201a0000000001000010",
    "2027-06": "114110000000101100000111110300",
    "2027-07": "0001200030000000110130000110011",
    "2027-08": "0000202020000000303110101112000",
    "2027-09": "030110321000010100100013020000",
    "2027-10": "2001311000110000110010400100100",
    "2027-11": "012130200102503001000101001200",
    "2027-12": "2000012111101040110011000210200",
    "2028-01": "0201321010410031004001101000000",
    "2028-02": "10011010001000310011110000301",
    "2028-03": "1031000012000000000030230020001",
    "2028-04": "022000100000012100222000002100",
    "2028-05": "2210030320000200010010320111110",
    "2028-06": "100013050010213010000000020000",
    "2028-07": "0000101500111100010020120301210",
    "2028-08": "1000000000322010112002210005321",
    "2028-09": "001000000100001020030020001100",
    "2028-10": "0021022302200000000201222011000",
    "2028-11": "01202022111244002004",
}
"""The number of deals of Canfield to skip on each day, from 2026-11-21 to 2028-11-20.

They are counted from the date's own number until a deal can be won; 'a' is 10.
"""
FIRST = 21
"""The first day in the first month."""


def passed_over() -> Iterator[tuple[Day, int]]:
    """Each date of the table, with the number of deals to skip."""
    first = FIRST
    for month, numbers in PASSED_OVER.items():
        for day, number in enumerate(numbers, first):
            yield date.fromisoformat(f"{month}-{day:02}"), int(number, 11)
        first = 1


def seed_on(game: str, day: Day) -> int:
    """The seed of a game's deal for a date, as the program finds it."""
    return daily_seed(games.model(game), day, partial(games.computer, game))


def main() -> int:
    """Check the whole table; print the dates that have another deal now. Return 1 if any has."""
    wrong = 0
    for day, number in passed_over():
        seed, now = seed_of(day) + number, seed_on("canfield", day)
        if seed != now:
            print(f"{day}: the deal is {now}, and was {seed}")
            wrong += 1
    print(f"{wrong} of {len([*passed_over()])} dates have another deal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
