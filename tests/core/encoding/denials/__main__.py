"""`python -m specassay.tests.core.encoding.denials 100000 [seed]`: so many programs, on all processors."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from .ask import Asked
from .chunks import CHUNK, INPUTS, ask_chunk


def main(programs: int, seed: int) -> int:
    """Ask about so many programs; an interrupt ends it, with what was found by then."""
    total = Asked()
    pool = ProcessPoolExecutor(os.cpu_count(), max_tasks_per_child=1)
    try:
        chunks = [pool.submit(ask_chunk, seed + INPUTS * number) for number in range(-(-programs // CHUNK))]
        for done in as_completed(chunks):
            found = done.result()
            total += found
            for each in found.wrong:
                print(f"{', '.join(f'{name} = {text}' for name, text in each.arguments.items())}")
                print(f"violates {sorted(each.violated)}, says CPython:\n{each.text}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{total.programs:,}", end="", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    print(
        f"{total.programs:,} programs, {total.answered:,} with an answer, {len(total.wrong)} ruled out though they"
        f" happen; of {total.sampled:,} others {total.decided:,} are decided by the encoding"
    )
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
