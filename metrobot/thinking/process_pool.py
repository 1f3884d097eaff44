"""Processes of a pool: they begin with nothing of the bot's, and end with it."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from threading import Thread

from metrobot.memory import give_back_large_blocks


# Forked, a process would begin with copies of locks that nobody there lets go of.
def process_pool(workers: int, nice: int = 0) -> ProcessPoolExecutor:
    """Return processes that begin with nothing of this one: no threads, files or locks.

    Each is started when there is work for it.

    Args:
        workers: how many, at most.
        nice: by how much they go behind others of the machine.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        workers, mp_context=context, initializer=_settle_down, initargs=(nice,)
    )


def _settle_down(nice: int) -> None:
    """Go behind others, leave Ctrl-C to the bot, and end when it does, however that ends."""
    give_back_large_blocks()
    if hasattr(os, "nice"):  # not everywhere
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, name="end with the bot", daemon=True).start()


def _end_with_parent() -> None:
    """End this process once the bot's has ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
