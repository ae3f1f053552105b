"""As whom foreign code runs: the same user and the same limits, whoever made the namespaces."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.python.sandbox import Installation, Sandbox, SandboxLimits, launch

from ....attacks.users import NoInterpreter, as_user

CODE = """
import os, resource, threading
def f():
    started, end = 0, threading.Event()
    try:
        for _ in range(300):
            threading.Thread(target=end.wait, daemon=True).start()  # all live at once, however slow the machine
            started += 1
    except RuntimeError:
        pass
    finally:
        end.set()
    return os.getuid(), os.geteuid(), resource.getrlimit(resource.RLIMIT_NPROC)[1], started < 200
"""
EXPECTED = (65534, 65534, 128, True)


def seen(installation: Installation | None = None, alone: bool = True) -> tuple[object, bool]:
    """What a program sees, and whether bubblewrap made the namespaces."""
    if not alone:
        launch.isolated = lambda layers: False
    limits = SandboxLimits(cpu_seconds=10, wall_seconds=60, memory_mb=8192)
    with Sandbox(limits, unsafe=True, installation=installation) as sandbox:
        run = sandbox.run(CODE, "f", ["()"])
        return (run.load or run.results[0]).value, "bubblewrap" in sandbox.layers.active


def test_as_ourselves() -> None:
    assert seen()[0] == EXPECTED


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("alone", [True, False])
def test_as_nobody_with_namespaces_of_its_own_or_of_bubblewrap(alone: bool) -> None:
    try:
        values, wrapped = as_user("nobody", lambda installation: seen(installation, alone))
    except NoInterpreter as error:
        pytest.skip(str(error))
    assert values == EXPECTED
    assert not (wrapped and alone)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_link_that_leads_nowhere_takes_no_layer_away(tmp_path: Path) -> None:
    link = tmp_path / "sitecustomize.py"
    link.symlink_to(tmp_path / "nowhere")
    guest = launch.Guest(needs=launch.Needs(readable=(str(link),)))
    guest.kill()
    assert "unprivileged user" in guest.layers.active


def test_root_makes_its_own_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert launch.usable_bubblewrap() is None


def test_elsewhere_is_another_user_and_another_time() -> None:
    code = (
        "import os, time, datetime\nfrom os import getuid\nfrom datetime import datetime as moment\n"
        "def f(): return (os.getuid(), getuid(), os.getlogin(), time.time(), time.gmtime().tm_year, "
        "datetime.date.today().year, moment.now().year, isinstance(moment(2000, 1, 1), datetime.date))\n"
    )
    with Sandbox(unsafe=True) as sandbox:
        seen: Any = sandbox.run(code, "f", ["()"], limits=SandboxLimits(elsewhere=True)).results[0].value
    uid, imported, _, seconds, *years, is_date = seen
    assert uid == imported != 65534
    assert seconds > time.time() + 10 * 365 * 86400
    assert min(years) > time.gmtime().tm_year + 10
    assert is_date
