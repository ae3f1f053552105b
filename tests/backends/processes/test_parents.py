"""Who a child is to end with: only a child of the main thread, since to the kernel its parent is a thread."""

import os
import threading

from specassay.backends.processes.parents import end_with_parent, parent_mark


def test_only_the_main_thread_is_a_parent_to_end_with() -> None:
    marks: list[str] = []
    other = threading.Thread(target=lambda: marks.append(parent_mark()))
    other.start()
    other.join()
    assert (parent_mark(), marks) == (str(os.getpid()), ["0"])
    end_with_parent("0")
