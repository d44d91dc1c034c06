"""Every result as it is kept, for other programs: as JSON, or as comma-separated values."""

import csv
import json
from collections.abc import Iterable
from io import StringIO

from cardgames.play.results import Result


def as_json(results: Iterable[Result]) -> str:
    """Return a list of objects, one a line."""
    rows = ",\n".join(json.dumps(result._asdict()) for result in results)
    return f"[\n{rows}\n]\n" if rows else "[]\n"


def as_csv(results: Iterable[Result]) -> str:
    """Return a line of headings, and a line for each result; its options are in words."""
    text = StringIO()
    kept = [name for name in Result._fields if name != "options"]
    names = {"words": "options"}
    out = csv.writer(text, lineterminator="\n")
    out.writerow([names.get(name, name) for name in kept])
    for result in results:
        row = result._asdict() | {"details": json.dumps(result.details)}
        out.writerow([row[name] for name in kept])
    return text.getvalue()
