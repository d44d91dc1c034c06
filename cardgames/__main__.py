"""Run the program: python -m cardgames, or the command cardgames.

It also decides what the signals do that end a program, from before it is loaded to its last moment.
"""

import gc
import os
import signal
import sys

ENDS = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""The signals that end the program, like Ctrl-C, once everything is put right."""


def run() -> None:
    """Load the command line, and run it."""
    # Neither what is loaded nor positions ever make circles of references, so there is next to
    # nothing for the collector to find: let it look less often. That saves a quarter of the time
    # of 100,000 commands, and 10 ms at the start.
    gc.set_threshold(50_000, 20, 100)
    ended: list[int] = []
    try:
        # Nothing is begun yet, and an exception could be lost within an import.
        _on_ctrl_c(lambda number, frame: os._exit(130))
        _fill_closed_streams()
        from cardgames.main import main

        _on_ctrl_c(signal.default_int_handler)
        _end_in_order(ended)
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        _on_ctrl_c(signal.SIG_DFL)
        if ended:
            _die_by(ended[0])


def _on_ctrl_c(action: object) -> None:
    """Let Ctrl-C do ACTION, unless it is to do nothing, as in the background of a shell."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)  # type: ignore[arg-type]


def _fill_closed_streams() -> None:
    """Let no file that is opened later take the place of a standard stream that is closed."""
    while (null := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(null)


def _end_in_order(ended: list[int]) -> None:
    """Let the signals that end the program do so as an exception; note them in ENDED.

    One that is ignored stays so, as with nohup; and a process that has another task, with a copy
    of all this, is ended at once.
    """
    here = os.getpid()

    def end(number: int, frame: object) -> None:
        """Note the signal, and end the program as an exception does."""
        if os.getpid() != here:
            _die_by(number)
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        ended.append(number)
        sys.exit(128 + number)

    names = [name for name in ENDS if hasattr(signal, name)]
    for number in [getattr(signal, name) for name in names]:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)


def _die_by(number: int) -> None:
    """Let the signal with this NUMBER end the program, so that its parent sees what did."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    run()
