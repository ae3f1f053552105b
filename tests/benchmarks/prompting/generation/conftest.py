"""An OpenAI-compatible endpoint on this machine that fails as it is told to."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from attrs import define, field

ANSWER = "```python\ndef pick(items, index=0):\n    return items[index]\n```"


def completion(text: str | None = ANSWER, finish: str = "stop", **usage: int) -> dict[str, Any]:
    """What such an endpoint replies."""
    usage = usage or {"prompt_tokens": 100, "completion_tokens": 20}
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion", "choices": [choice], "usage": usage}


@define(slots=True)
class Script:
    """How the server behaves. `replies` are used up in order, then every request gets a good answer: a status with a
    body and headers, or "half", "hang", "drip", "close". `received` are the requests: path, headers, body."""

    replies: list[Any] = field(factory=list)
    received: list[tuple[str, dict[str, str], dict[str, Any]]] = field(factory=list)
    released: threading.Event = field(factory=threading.Event)
    lock: threading.Lock = field(factory=threading.Lock)
    url: str = ""
    busy: int = 0
    busiest: int = 0


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: Script

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        script = self.script
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with script.lock:
            script.received.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            reply = script.replies.pop(0) if script.replies else (200, completion(), {})
            script.busy += 1
            script.busiest = max(script.busiest, script.busy)
        try:
            with suppress(ConnectionError):  # The client may have gone.
                self._reply(reply)
        finally:
            with script.lock:
                script.busy -= 1

    def _reply(self, reply: Any) -> None:
        match reply:
            case "hang":
                self.script.released.wait(30)
                self.close_connection = True
            case "drip":
                self._send(200, b"", {}, length=4000)
                while not self.script.released.wait(0.05):
                    self.wfile.write(b" ")
            case "close":
                self.close_connection = True
            case "half":
                self._send(200, json.dumps(completion())[:40].encode(), {}, length=4000)
                self.close_connection = True
            case (status, content, headers):
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self._send(status, data, headers, len(data))

    def _send(self, status: int, data: bytes, headers: dict[str, str], length: int) -> None:
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(length), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def script() -> Iterator[Script]:
    """A server of its own for each test."""
    found = Script()
    handler = type("Handler", (_Handler,), {"script": found})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    found.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        found.released.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def good() -> dict[str, Any]:
    return completion()
