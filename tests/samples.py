"""The share of a large sample that the suite takes: `make fuzz` takes all of it."""

import os

ALL = "ALL_SAMPLES" in os.environ


def sample(few: int, many: int) -> int:
    """The size of a sample: FEW in the suite, MANY in `make fuzz`."""
    return many if ALL else few
