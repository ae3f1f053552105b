"""Whether types of Rust have room for literals."""

from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.backends.processes.rustc import RustCompiler


@pytest.mark.parametrize(
    ("type_text", "literal", "room"),
    [
        ("i8", "128", "refused"),
        ("i8", "-128", "accepted"),
        ("u8", "-1", "refused"),
        ("&mut Vec<i32>", "vec![2147483648, 0]", "refused"),
        ("&[usize]", "vec![18446744073709551615]", "accepted"),
        ("Vec<(i8, i8)>", "vec![(0, 300)]", "refused"),
        ("Option<u16>", "Some(65536)", "refused"),
        ("Option<u16>", "None", "accepted"),
        ("int", "3", "not known"),
        # A macro could read files, and what is no literal of the type says nothing of its room.
        ('[u8; include!("x")]', "3", "not known"),
        ("i8", "vec![1]", "not known"),
    ],
)
def test_a_type_has_room_for_what_the_compiler_accepts(
    type_text: str, literal: str, room: str, require: Callable[[str], Path]
) -> None:
    assert RustCompiler(str(require("rustc")), "").room(type_text, literal) == room
