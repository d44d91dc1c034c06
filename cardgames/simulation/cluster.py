"""A Dask cluster whose workers play the parts of a simulation.

The package `distributed` is needed. It is imported only here, and has no type hints.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from multiprocessing import reduction
from typing import Any, Final

from cardgames import __version__
from cardgames.games import loaded_again
from cardgames.model.errors import InvalidCommand, brief
from cardgames.simulation.deals import described

LOCAL: Final = "local"  # the address of a cluster that is started for this simulation
WAIT: Final = 5  # seconds in which a cluster must answer
NEEDED: Final = "--on needs Dask: pip install 'terminal-cardgames[cluster]'"


@contextmanager
def connected(address: str, jobs: int) -> Iterator[tuple[Executor, int]]:
    """Yield an executor for the cluster at `address`, and how many parts it plays at a time.

    If the address is LOCAL, start a cluster for the `with` block, with `jobs` workers or, if that
    is 1, one for each processor. Raises InvalidCommand.
    """
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise InvalidCommand(NEEDED) from None
    logging.disable()  # Dask's warnings about lost workers are not shown
    try:
        with ExitStack() as stack:
            try:
                at: Any = address
                if address == LOCAL:
                    at = stack.enter_context(_started(dask, jobs if jobs > 1 else None))
                else:  # a client would wait for ever if somebody listens and does not answer
                    asyncio.run(_greeted(dask, address))
                client = stack.enter_context(dask.Client(at, timeout=WAIT))
                client.wait_for_workers(1, timeout=WAIT)
            except (OSError, ValueError, TypeError, RuntimeError, asyncio.TimeoutError) as error:
                what = f"no Dask scheduler with workers answers at {brief(address)}"
                slow = isinstance(error, (TimeoutError, asyncio.TimeoutError))
                why = f" in {WAIT} seconds" if slow else f": {described(error)}"
                raise InvalidCommand(what + why) from None
            yield Workers(client.get_executor()), sum(client.nthreads().values())
    finally:
        logging.disable(logging.NOTSET)


def _started(dask: Any, workers: int | None) -> Any:
    """Start a cluster on this machine; its processes ignore Ctrl-C, as this process handles it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return dask.LocalCluster(
            workers, threads_per_worker=1, silence_logs=logging.CRITICAL, dashboard_address=None
        )
    finally:
        signal.signal(signal.SIGINT, before)


async def _greeted(dask: Any, address: str) -> None:
    async with dask.rpc(address) as scheduler:
        await asyncio.wait_for(scheduler.identity(), WAIT)


class Workers(Executor):
    """Lets the workers of another executor call functions; they must have the same version."""

    def __init__(self, executor: Executor) -> None:
        self._executor, self._load = executor, packed(loaded_again())

    def submit(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> "Future[Any]":
        sent = packed((call, given, named))
        return self._executor.submit(call_there, __version__, self._load, sent)


def packed(value: object) -> bytes:
    return bytes(reduction.ForkingPickler.dumps(value))


def call_there(version: str, load: bytes, packed_call: bytes) -> Any:
    """Carry out, in a worker, a call that `Workers.submit` has packed."""
    if version != __version__:
        raise InvalidCommand(f"a worker has cardgames {__version__}, this is {version}")
    _load(load)
    call, given, named = reduction.ForkingPickler.loads(packed_call)
    return call(*given, **named)


@cache
def _load(packed_load: bytes) -> None:
    """Load the games from files that the calling process has loaded, but only once."""
    if (load := reduction.ForkingPickler.loads(packed_load)) is not None:
        load()
