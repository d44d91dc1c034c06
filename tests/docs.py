"""The documents: their commands, pictures and samples."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from tests.program import ROOT

README = ROOT / "README.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CHANGELOG = ROOT / "CHANGELOG.md"
TOPICS = sorted((ROOT / "cardgames" / "help").glob("*.txt"))
DOCS = [README, CONTRIBUTING, *TOPICS]
"""The documents whose commands are run."""


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def blocks(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Every group of commands in a document, with the name of the document.

    In a topic the commands stand behind '$ ', and form one group.
    """
    if file in TOPICS:
        lines = re.findall(r"^    \$ ((?:.*\\\n)*.*)$", text_of(file), re.MULTILINE)
        if lines:
            yield file.stem, [whole(line) for line in lines]
    else:
        for block in re.findall(r"```sh\n(.*?)```", text_of(file), re.DOTALL):
            yield file.stem, whole(block).splitlines()


def whole(commands: str) -> str:
    return re.sub(r"\s*\\\n\s*", " ", commands)


def sample(file: Path, words: str) -> str:
    """The sample in FILE that holds WORDS: it is fenced, or indented by four blanks in a topic."""
    if file in TOPICS:
        pieces = re.findall(r"(?:^    .*\n|^\n)+", text_of(file), re.MULTILINE)
    else:
        pieces = re.findall(r"```\w+\n(.*?)```", text_of(file), re.DOTALL)
    return next(dedent(piece).strip() + "\n" for piece in pieces if words in piece)


def topic(name: str) -> Path:
    return next(file for file in TOPICS if file.stem == name)


class Picture(NamedTuple):
    seed: int
    typed: list[str]
    board: str


def picture(name: str) -> Picture | None:
    """The picture of a game in the README, if any, which begins with the commands typed."""
    shape = rf"```text\n\$ cardgames {name} --seed (\d+)\n((?:> .*\n)*)((?:(?!```).*\n)*)```"
    found = re.search(shape, text_of(README))
    if found is None:
        return None
    seed, typed, board = found.groups()
    return Picture(int(seed), re.findall(r"[^>; \n][^;\n]*", typed), board)
