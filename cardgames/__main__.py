"""Run the program, as `python -m cardgames` or `cardgames`; handle the signals that end it."""

# The module `signal` makes enums of all numbers, which takes 2% of the time to start.
import _signal as signal  # type: ignore[import-not-found]
import gc
import os
import sys


def _on_ctrl_c(action: object) -> None:
    """Make ACTION the handler of Ctrl-C, unless Ctrl-C is ignored, as in a background job."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)


def _stop(number: int, frame: object) -> None:
    """End at once: an import could swallow an exception, and there is nothing to clean up yet."""
    os._exit(130)


if __name__ == "__main__" or os.path.basename(sys.argv[0]).startswith("cardgames"):
    _on_ctrl_c(_stop)  # as soon as possible: until here, Ctrl-C shows a traceback

SOON = 0.01  # the time after which a lost exception is raised again, in seconds


def run() -> None:
    """Load the command line, and run it."""
    # Positions form no reference cycles, so the garbage collector finds next to nothing. Running it
    # less often saves a quarter of the time of 100,000 commands, and 10 ms at the start.
    gc.set_threshold(50_000, 20, 100)
    ended: list[int] = []
    try:
        _on_ctrl_c(_stop)
        # Open the null device for each closed standard stream, so that no file gets its number.
        while (null := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(null)
        from cardgames.main import main

        _on_ctrl_c(signal.default_int_handler)
        _end_in_order(ended)
        _raise_again(ended)
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        _on_ctrl_c(signal.SIG_DFL)
        if ended:
            _die_by(ended[0])


def _end_in_order(ended: list[int]) -> None:
    """Let signals that end the program raise SystemExit, for clean-up; ENDED gets the first one.

    An ignored signal stays ignored, as with nohup. A forked process ends at once.
    """
    here = os.getpid()

    def end(number: int, frame: object) -> None:
        ended.append(number)  # the first call, as no other is made if an exception is under way
        if os.getpid() != here:
            _die_by(number)
        for other in numbers:
            signal.signal(other, signal.SIG_IGN)
        sys.exit(128 + number)

    ends = "SIGTERM", "SIGHUP", "SIGQUIT"
    numbers = [getattr(signal, name) for name in ends if hasattr(signal, name)]
    for number in numbers:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)


def _raise_again(ended: list[int]) -> None:
    """Let an alarm raise the exception of a signal again if the exception was lost.

    Exceptions are lost where C code calls Python. While a line is read, `text/keyboard.py` lets the
    alarm ring at intervals. ENDED holds the signal that ends the program, if there was one.
    """
    if not hasattr(signal, "SIGALRM"):
        return
    interrupted: list[bool] = []

    def lost(unraisable: object) -> None:
        """Set the alarm if a signal raised the exception; report other exceptions as usual."""
        if getattr(unraisable, "exc_type", None) is KeyboardInterrupt:
            interrupted.append(True)
        if ended or interrupted:
            signal.setitimer(signal.ITIMER_REAL, SOON)
        else:
            sys.__unraisablehook__(unraisable)  # type: ignore[arg-type]

    def ring(number: int, frame: object) -> None:
        """Raise the exception, but not within `lost`, where it would be lost once more."""
        above = sys._getframe().f_back
        while above is not None and above.f_code is not lost.__code__:
            above = above.f_back
        if above is not None:
            signal.setitimer(signal.ITIMER_REAL, SOON)
        elif ended:
            raise SystemExit
        elif interrupted:
            interrupted.clear()
            raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    sys.unraisablehook = lost


def _die_by(number: int) -> None:
    """Kill the program by the signal NUMBER, so that its parent sees which signal ended it."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    run()
