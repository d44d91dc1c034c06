"""The deals of the dates: python -m tests.today checks all that solvers find, in a minute or two.

Everyone must get the same deal on a date, in every release. The solvers find those of Canfield and
Klondike, so a change to a solver must not change them.
"""

import sys
from collections.abc import Iterator
from datetime import date
from functools import partial

from cardgames import games
from cardgames.model.deal import Day, seed_of
from cardgames.model.solution import daily_seed

PASSED_OVER = {
    "canfield": {
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
    },
    "klondike": {
        "2026-12": "1000002201100000000000000100000",
        "2027-01": "3030011112000000020120000001201",
        "2027-02": "0001002010010000113004000100",
        "2027-03": "0000010000100001010000000000201",
        "2027-04": "001001110000100300000000020010",
        "2027-05": "0000110010010010000000000000101",
        "2027-06": "010000110042010001002000000012",
        "2027-07": "1210000020001000100011202100101",
        "2027-08": "0010201010001000501210011200001",
        "2027-09": "300010001000000002100000030001",
        "2027-10": "3002001000000100000021203300000",
        "2027-11": "012030020000011020101200020000",
        "2027-12": "0010011001011102100210110001101",
        "2028-01": "0010002000000101000060002140000",
        "2028-02": "10010200000101111000000301000",
        "2028-03": "3000120001500000200112130002001",
        "2028-04": "010100200002002010020101011000",
        "2028-05": "0000110100000000000000000100101",
        "2028-06": "200100101001001015100000010000",
        "2028-07": "0100001101000000211000002012000",
        "2028-08": "0100012002010012020112101003002",
        "2028-09": "010005012111120000000001110011",
        "2028-10": "0030000001001000010000110010000",
        "2028-11": "00000010000100010002",
    },
}
"""The number of deals of each game to skip on each day, up to 2028-11-20.

They are counted from the date's own number until a deal can be won; 'a' is 10.
"""
FIRST = {"canfield": 21, "klondike": 1}
"""The first day in the first month."""


def passed_over(game: str) -> Iterator[tuple[Day, int]]:
    """Each date in the table of a game, with the number of deals to skip."""
    first = FIRST[game]
    for month, numbers in PASSED_OVER[game].items():
        for day, number in enumerate(numbers, first):
            yield date.fromisoformat(f"{month}-{day:02}"), int(number, 11)
        first = 1


def seed_on(game: str, day: Day) -> int:
    """The seed of a game's deal for a date, as the program finds it."""
    return daily_seed(games.model(game), day, partial(games.computer, game))


def main() -> int:
    """Check both tables; print the dates that have another deal now. Return 1 if any has."""
    table = [(game, day, seed_of(day) + n) for game in PASSED_OVER for day, n in passed_over(game)]
    wrong = 0
    for game, day, seed in table:
        if seed != (now := seed_on(game, day)):
            print(f"{game}, {day}: the deal is {now}, and was {seed}")
            wrong += 1
    print(f"{wrong} of {len(table)} dates have another deal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
