"""The share of a large sample that the suite takes: `make fuzz` takes all of it."""

import os
from typing import TypeVar

ALL = "ALL_SAMPLES" in os.environ

Amount = TypeVar("Amount")


def sample(few: Amount, many: Amount) -> Amount:
    """The size of a sample: FEW in the suite, MANY in `make fuzz`."""
    return many if ALL else few
