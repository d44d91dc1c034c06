"""Sharing work among processes, through any executor of the standard library's kind."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from itertools import islice
from queue import SimpleQueue
from typing import Any, Final, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

PATIENCE: Final = 1.0
"""The time that an executor has to see that a process was killed, in seconds."""
_ENDING: Final = threading.Lock()


def done_by(
    executor: Executor, work: Callable[[Item], Done], items: Iterable[Item], ahead: int
) -> Iterator[Done]:
    """Let EXECUTOR do WORK on ITEMS, AHEAD of them at a time; yield what is done as it comes.

    Raises BrokenExecutor if a process was killed, after all that is done.
    """
    waiting: set[Future[Done]] = set()
    ended: SimpleQueue[Future[Done]] = SimpleQueue()
    items = iter(items)

    def begin(number: int) -> None:
        """Hand the next NUMBER items over."""
        for item in islice(items, number):
            future = executor.submit(work, item)
            waiting.add(future)
            future.add_done_callback(ended.put)

    try:
        with undisturbed():
            begin(ahead)
        while waiting:
            future = ended.get()
            with undisturbed():
                waiting.remove(future)
                done = future.result()
            yield done
            with undisturbed():
                begin(1)
    except BrokenExecutor:
        yield from (future.result() for future in waiting if _is_finished(future))
        raise


def _is_finished(future: Future[Any]) -> bool:
    """Is the work of FUTURE done, and not lost?"""
    return future.done() and future.exception() is None


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Work with JOBS processes of this machine; they end at once when the work is left early."""
    from concurrent.futures import ProcessPoolExecutor

    left = threading.Event()
    with ProcessPoolExecutor(jobs, initializer=_begin) as executor:
        with undisturbed():  # until the new processes have learned to ignore Ctrl-C
            executor.submit(int).result()
            threading.Thread(target=_watch, args=(executor, left), daemon=True).start()
        try:
            yield executor
        except BaseException:
            with undisturbed():
                _end(executor)
            raise
        finally:
            left.set()


def _watch(executor: Any, left: threading.Event) -> None:
    """Let EXECUTOR see that a process was killed, also if that one was just sending a result.

    The executor would wait for the rest of the result for ever: once in 150 times in Slap.
    """
    from multiprocessing.connection import wait

    while not left.is_set():
        if wait([process.sentinel for process in _processes_of(executor)], PATIENCE):
            if not left.wait(PATIENCE):
                _end(executor)
            return


def _end(executor: Any) -> None:
    """End the processes of EXECUTOR, and close its pipe, so that it waits for no result."""
    with _ENDING:
        for process in _processes_of(executor):
            process.terminate()
        executor._result_queue._writer.close()


def _processes_of(executor: Any) -> list[Any]:
    return [*(executor._processes or {}).values()]  # None once the executor is shut down


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end when it ends, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import os
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put Ctrl-C off to the end, so that what is done here is done wholly or not at all.

    That is needed around calls of executors, too, whose locks Ctrl-C can leave in disorder.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone gets Ctrl-C
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
