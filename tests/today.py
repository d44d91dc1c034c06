"""The deals of dates, and of `--winnable`: python -m tests.today checks them all in two minutes.

Everyone must get the same deal on a date, in every release. The solvers find those of Canfield and
Klondike, so a change to a solver must not change them.
"""

import sys
from collections.abc import Iterator
from datetime import date
from functools import partial

from cardgames import games
from cardgames.cli.dealing import winnable
from cardgames.cli.options import ANY
from cardgames.model.deal import Day, seed_of
from cardgames.model.game import Setup
from cardgames.patience.solver import daily_seed

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
        "2028-11": "012020221112440020040000032201",
        "2028-12": "2011001010001010000021011500000",
        "2029-01": "0000100200001001001010010203000",
        "2029-02": "0000231101100000010030020001",
        "2029-03": "1040300020021100002210030001100",
        "2029-04": "111000002000001130011101000030",
        "2029-05": "2050011101000001000113000001002",
        "2029-06": "400011000521042014030130500101",
        "2029-07": "1002001000201022200030310000401",
        "2029-08": "1001111110101010",
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
        "2028-11": "000000100001000100020120200102",
        "2028-12": "0200010010101140020000000001300",
        "2029-01": "1012300011130100000100100000301",
        "2029-02": "1000011021200000011010000002",
        "2029-03": "0010000010020100301001020111200",
        "2029-04": "002000010020200000011001001004",
        "2029-05": "0000000020020000100000020010030",
        "2029-06": "100000100000100110310000000120",
        "2029-07": "0101110000200202000000201100100",
        "2029-08": "0010031100100010",
    },
}
"""The number of deals of each game to skip on each day, up to 2029-08-16.

They are counted from the date's own number until a deal can be won; 'a' is 10.
"""
FIRST = {"canfield": 21, "klondike": 1}
"""The first day in the first month."""


WINNABLE = {
    "canfield": (
        "10010000001000021000001032100021002100102100000210"
        "00032100100021010000002102100000021000100001000010"
        "10000000004321000000102100210210010000000010001021"
        "02100102100001001010210000010001010010010543210100"
    ),
    "klondike": (
        "01021000010000010000102101000010210000021000000100"
        "10010010210000000000000010100000210000000001000000"
        "10000000000002100021010321001000000100002100001010"
        "00100000000100100001000010000000002100001000000100"
    ),
}
"""The number of deals of each game that `--winnable` skips from the seeds 1 to 200 on."""


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


def winnable_from(game: str, seed: int) -> int:
    """The seed of the deal that `--winnable` deals from SEED on."""
    model = games.model(game)
    return winnable(Setup(model, model.options_type(), seed), ANY)[0].seed


def main() -> int:
    """Check all tables; print the dates and seeds that have another deal. Return 1 if any has."""
    table = [
        *((game, day, seed_of(day) + n) for game in PASSED_OVER for day, n in passed_over(game)),
        *(
            (game, n, n + int(skip))
            for game in WINNABLE
            for n, skip in enumerate(WINNABLE[game], 1)
        ),
    ]
    wrong = 0
    for game, asked, seed in table:
        now = winnable_from(game, asked) if isinstance(asked, int) else seed_on(game, asked)
        if seed != now:
            print(f"{game}, {asked}: the deal is {now}, and was {seed}")
            wrong += 1
    print(f"{wrong} of {len(table)} dates and seeds have another deal")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
