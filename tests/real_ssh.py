"""A match by a real ssh server on the loopback, if sshd is there: python -m tests.real_ssh.

The server has keys and settings of its own in a temporary folder, and takes nobody else. The match
is played to its end, by the seat at this machine and by the one that ssh brings; in the middle the
host is killed and taken up again.
"""

import os
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getuser
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from tests.program import PROGRAM
from tests.test_joining_terminal import HOSTS, LOOK, Table
from tests.test_terminal import Terminal, plain

PROMPT = re.compile(r"(draw or take|or discard|Waiting for [\w ]+)> |next hand\. |\[y/N\] ")
MOST = 200
KILLED = 12
"""The turn after which the host is killed."""
SERVER = """ListenAddress 127.0.0.1
Port {port}
HostKey {folder}/host
AuthorizedKeysFile {folder}/user.pub
PidFile none
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
SetEnv PATH={path} XDG_RUNTIME_DIR={folder} XDG_STATE_HOME={folder}
"""
CLIENT = """Host laptop
HostName 127.0.0.1
Port {port}
User {user}
IdentityFile {folder}/user
IdentitiesOnly yes
StrictHostKeyChecking no
UserKnownHostsFile {folder}/known
LogLevel ERROR
"""


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run sshd for this user alone; yield a PATH with an ssh that goes there."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bin_ = folder / "bin"
    bin_.mkdir()
    path = os.pathsep.join([str(bin_), str(Path(PROGRAM).parent), os.environ["PATH"]])
    for name in ("host", "user"):
        keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)]
        subprocess.run(keygen, check=True)
    facts = {"port": port, "folder": folder, "user": getuser(), "path": path}
    (folder / "server").write_text(SERVER.format(**facts))
    (folder / "client").write_text(CLIENT.format(**facts))
    (bin_ / "ssh").write_text(f'#!/bin/sh\nexec {which("ssh")} -F {folder}/client "$@"\n')
    (bin_ / "ssh").chmod(0o755)
    if os.geteuid() == 0:
        os.makedirs("/run/sshd", exist_ok=True)  # which a server of root wants
    sshd = which("sshd", path="/usr/sbin:/usr/local/sbin:" + os.environ["PATH"])
    assert sshd is not None
    running = subprocess.Popen([sshd, "-D", "-e", "-f", str(folder / "server")], stderr=-3)
    try:
        yield path
    finally:
        running.terminate()
        running.wait()


def last_prompt(terminal: Terminal) -> str:
    terminal._read(0.001)
    found = [*PROMPT.finditer(plain(terminal.output))]
    return found[-1][0] if found else ""


def match(folder: Path, path: str) -> list[float]:
    """Play a match; return the seconds from each key to the news at the other terminal."""
    opened = list[Terminal]()
    table, taken, turns, melds = Table(folder, opened), list[float](), 0, True
    seats = [table.ann(*HOSTS, "--target", "20"), table.bob("laptop:rummy", PATH=path)]
    seats[1].see("You are Bob.")
    seats[1].output = "draw or take> "
    try:
        while "[y/N]" not in last_prompt(seats[0]) and turns < MOST:
            for seat in seats:
                if "next hand" in last_prompt(seat):
                    seat.output = ""
                    seat.type("\n", "> ")
                    seat.type("show\n")
            for who, other in (seats, seats[::-1]):
                prompt = last_prompt(who)
                if not prompt.startswith(("draw", "or")) or "hand" in last_prompt(other):
                    continue
                turns += prompt.startswith("draw")
                who.output = ""
                begun = time.monotonic()
                if prompt.startswith("draw"):
                    other.output = ""
                    who.type("draw\n")
                    other.see("raws")
                    taken.append(time.monotonic() - begun)
                    melds = True
                else:
                    who.type("meld all\n" if melds else "discard 1\n")
                    melds = False
                while not last_prompt(who):
                    assert time.monotonic() < begun + 20, who.output
            if turns == KILLED:
                turns += 1
                seats[0].close()
                seats[1].see("The host is gone.")
                seats[0] = table.ann("resume", "--seat", "2=join", *LOOK)
                seats[1].see("The host is there again.")
                for seat in seats:
                    seat.type("show\n")
    finally:
        for terminal in opened[1:]:
            terminal.close()
    print(f"{turns} turns by ssh on the loopback, the host killed after {KILLED}")
    return taken


def main() -> int:
    if which("sshd", path="/usr/sbin:/usr/local/sbin:" + os.environ["PATH"]) is None:
        print("There is no sshd here: nothing was tried.")
        return 0
    with TemporaryDirectory() as name, server(Path(name)) as path:
        taken = sorted(match(Path(name), path))
    median, most = (1000 * seconds for seconds in (statistics.median(taken), taken[-1]))
    print(f"From a key to the news at the other terminal: {median:.0f} ms, at most {most:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
