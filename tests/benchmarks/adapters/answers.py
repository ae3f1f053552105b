"""Answers to the problems of `conftest.py`: right, lazy, and none."""

GUARDED = "Here:\n```python\ndef half(n):\n    assert isinstance(n, int)\n    assert n >= 0\n    return n // 2\n```\n"
UNGUARDED = "```python\ndef half(n):\n    return n // 2\n```"
RIGHT = "Sure.\n```dafny\nmethod Double(x: int) returns (r: int)\n  ensures r == 2 * x\n```\nThat is it."
VACUOUS = "```dafny\nmethod Double(x: int) returns (r: int)\n  ensures true\n```"
EMPTY = "I cannot do that."
RIGHT_RUST = """```rust
verus! {
fn double(x: i64) -> (r: i64)
    ensures r == x + x,
{ 0 }
}
```"""
