"""`python -m specassay.tests.core.encoding.denials 100000 [seed]`: so many programs, on all processors."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor

from .ask import CHUNK, PROGRAMS, Asked, ask_chunk


def main(programs: int, seed: int) -> int:
    total = Asked()
    with ProcessPoolExecutor(os.cpu_count(), max_tasks_per_child=1) as pool:
        firsts = range(seed, seed + -(-programs // PROGRAMS), CHUNK)
        for found in pool.map(ask_chunk, firsts):
            total += found
            for each in found.wrong:
                print(f"x, y = {', '.join(each.arguments.values())} violates {sorted(each.violated)}, says CPython:")
                print(each.text, flush=True)
    print(
        f"{total.programs:,} programs, {total.answered:,} with an answer, {len(total.wrong)} ruled out though they"
        f" happen; of {total.sampled:,} others {total.decided:,} are decided by the encoding"
    )
    return 1 if total.wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
