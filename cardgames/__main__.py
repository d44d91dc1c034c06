"""Run the program, as `python -m cardgames` or `cardgames`; handle the signals that end it."""

# The module `signal` would take 2% of the time to start, as it makes enums of all its numbers.
import _signal as signal  # type: ignore[import-not-found]
import gc
import os
import sys


def _on_ctrl_c(action: object) -> None:
    """Let `action` handle Ctrl-C, unless Ctrl-C is ignored, as in a background job."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, action)


def _stop(number: int, frame: object) -> None:
    """End the program at once: nothing needs clean-up yet, and imports may swallow exceptions."""
    os._exit(130)


if __name__ == "__main__" or os.path.basename(sys.argv[0]).startswith("cardgames"):
    _on_ctrl_c(_stop)  # from here on, Ctrl-C shows no traceback

SOON = 0.01  # the time after which a lost exception is raised again, in seconds


def run() -> None:
    """Import the module of the command line, and run it."""
    # Positions form no reference cycles, so the garbage collector finds next to nothing. Running it
    # less often saves a quarter of the time of 100,000 commands, and 10 ms at the start.
    gc.set_threshold(50_000, 20, 100)
    ended: list[int] = []
    try:
        _on_ctrl_c(_stop)
        # Open the null device for each closed standard stream: no other file may get its number.
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
    """Let each signal that ends the program raise SystemExit; its number is added to `ended`.

    A signal that is ignored, as with nohup, stays ignored. A forked process ends without clean-up.
    """
    here = os.getpid()

    def end(number: int, frame: object) -> None:
        ended.append(number)  # called first: if an exception is under way, no later call is made
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
    """If the exception that a signal raised is lost, let an alarm raise it again.

    Exceptions are lost where C code calls Python. While C code waits for a line, the alarm rings at
    intervals, which `signals_noticed` in `screen/keyboard.py` sets. The list `ended` has the number
    of the signal that ends the program, if there is one.
    """
    if not hasattr(signal, "SIGALRM"):
        return
    interrupted: list[bool] = []

    def lost(unraisable: object) -> None:
        """Set the alarm if a signal raised the lost exception; report other exceptions as usual."""
        if getattr(unraisable, "exc_type", None) is KeyboardInterrupt:
            interrupted.append(True)
        if ended or interrupted:
            signal.setitimer(signal.ITIMER_REAL, SOON)
        else:
            sys.__unraisablehook__(unraisable)  # type: ignore[arg-type]

    def ring(number: int, frame: object) -> None:
        """Raise the lost exception again; if `lost` is still running, only set the alarm again."""
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
    """Kill the program with a signal, so that the parent process sees which signal ended it."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    run()
