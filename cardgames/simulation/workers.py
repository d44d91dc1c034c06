"""Sharing work among processes, through any executor of the standard library's kind."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")


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
        for item in islice(items, number):
            future = executor.submit(work, item)
            waiting.add(future)
            future.add_done_callback(ended.put)

    try:
        with undisturbed():  # until the new processes have learned to ignore Ctrl-C
            begin(ahead)
        while waiting:
            future = ended.get()
            waiting.remove(future)
            yield future.result()
            begin(1)
    except BrokenExecutor:
        yield from (future.result() for future in waiting if _is_finished(future))
        raise
    finally:
        for future in waiting:
            future.cancel()


def _is_finished(future: Future[Any]) -> bool:
    """Is the work of FUTURE done, and was it neither cancelled nor lost?"""
    return future.done() and not future.cancelled() and future.exception() is None


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Work with JOBS processes of this machine; they end at once when the work is left early."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    others = set(active_children())
    with ProcessPoolExecutor(jobs, initializer=_begin) as executor:
        try:
            yield executor
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


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
    """Put Ctrl-C off to the end, so that what is done here is done wholly or not at all."""
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
