"""What is installed: the metadata, the files of the archives, and the manual page."""

import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from zipfile import ZipFile

from tests import manual
from tests.program import ROOT, environment

SETUP = ConfigParser()
SETUP.read(ROOT / "setup.cfg", encoding="utf-8")


def lines(section: str, key: str) -> list[str]:
    return SETUP[section][key].strip().splitlines()


class TestManual:
    def test_it_is_made_of_what_the_program_declares(self) -> None:
        assert manual.PAGE.read_text() == manual.page(), "make accept writes it anew"

    def test_its_lines_are_short_and_plain(self) -> None:
        text = manual.PAGE.read_text()
        assert text.isascii() and max(map(len, text.splitlines())) <= 80

    def test_signs_of_its_own_are_escaped(self) -> None:
        assert manual.escaped(".a\\b\n'c-d ♦") == r"\&.a\eb" + "\n" + r"\(aqc\-d \[u2666]"

    def test_it_is_installed(self) -> None:
        (file,) = lines("options.data_files", "share/man/man6")
        assert ROOT / file == manual.PAGE


class TestArchives:
    def test_the_wheel_holds_all_that_a_game_needs(self, tmp_path: Path) -> None:
        """Build it without the network, and run what it holds away from the source."""
        tree, found = tmp_path / "tree", tmp_path / "found"
        shutil.copytree(ROOT / "cardgames", tree / "cardgames")
        for name in ("setup.cfg", "pyproject.toml", "README.md", "MANIFEST.in"):
            shutil.copy(ROOT / name, tree)

        def python(*words: str, **variables: str) -> str:
            command = [sys.executable, *words]
            done = subprocess.run(
                command, cwd=tree, env=environment(**variables), capture_output=True, check=False
            )
            assert done.returncode == 0, done.stderr.decode()
            return done.stdout.decode()

        backend = Path(sys.prefix) / "backend"
        assert backend.exists(), "make sets it up"
        build = "from setuptools import build_meta as backend; backend.build_wheel('dist')"
        python("-c", build, PYTHONPATH=str(backend))
        shutil.rmtree(tree / "cardgames")
        (wheel,) = (tree / "dist").glob("*.whl")
        ZipFile(wheel).extractall(found)
        path = os.pathsep.join([str(found), *sys.path])
        assert "redeal" in python("-m", "cardgames", "rules", "klondike", PYTHONPATH=path)
        assert [*found.glob("*.data/data/share/man/man6/cardgames.6")]
        assert (found / "cardgames/py.typed").exists()
        assert (found / "cardgames/__init__.pyi").exists()
        (metadata,) = found.glob("*.dist-info/METADATA")
        told = metadata.read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
        assert "License-Expression: MIT" in told and "License-File: cardgames/LICENSE" in told
        assert not any(line.startswith(("License:", "Project-URL:", "Home-page:")) for line in told)

    def test_the_sdist_can_test_itself(self) -> None:
        manifest = {*(ROOT / "MANIFEST.in").read_text().splitlines()}
        assert {"include Makefile", "graft tests", "graft transcripts"} <= manifest
        assert {"include CHANGELOG.md", "include CONTRIBUTING.md"} <= manifest

    def test_the_metadata_agree_with_one_another(self) -> None:
        assert lines("metadata", "license_files") == ["cardgames/LICENSE"]
        assert "LICENSE" not in SETUP["options.package_data"]["cardgames"], "it is there once"
        assert SETUP["metadata"]["name"] != "cardgames", "that name was taken"
        (command,) = lines("options.entry_points", "console_scripts")
        assert command == "cardgames = cardgames.__main__:run"
        oldest = re.search(r"Python :: 3\.(\d+)$", SETUP["metadata"]["classifiers"], re.MULTILINE)
        assert oldest and SETUP["options"]["python_requires"] == f">=3.{oldest[1]}"
