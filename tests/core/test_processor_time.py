"""Processor time that is not read anew for each look at it."""

import os
import time

from specassay.core.processor_time import STALE, processor_time


def test_it_is_processor_time_and_never_goes_back() -> None:
    before = time.process_time()
    seen = [processor_time() for _ in range(1000)]
    assert seen == sorted(seen)
    assert before - STALE <= seen[0] <= seen[-1] <= time.process_time()


def test_a_new_process_begins_at_its_own_time() -> None:
    processor_time()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        own = processor_time() <= time.process_time()
        os.write(writing, b"own" if own else b"of its parent")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 20) == b"own"
