"""What a file needs of other files of its crate: what their items mean in it, and which names are refused."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from specassay.core.ir.contracts import Program
from specassay.frontends.listing import lines
from specassay.frontends.verus import VERUS, parse_file

LIB = """mod types;
mod kv;
pub use types::Pair;
verus! { pub open spec fn twice(x: int) -> int { 2 * x } }
"""
TYPES = """verus! {
pub struct Pair { pub a: u8, pub b: u8 }
impl Pair {
    pub open spec fn sum(&self) -> int { self.a + self.b }
    pub fn total(&self) -> (r: u16) ensures r == self.sum() { self.a as u16 + self.b as u16 }
    proof fn lemma(self) ensures self.sum() >= 0 { }
}
pub const LIMIT: u8 = 7;
pub trait Sized2 { spec fn size(&self) -> int; fn measure(&self) -> (n: u8) ensures n == self.size(); }
}
"""
KV = """pub mod inner;
pub mod other;
verus! { pub open spec fn helper(x: int) -> int { x + 1 } }
"""
OTHER = """use crate::types::Pair;
verus! { pub open spec fn big(p: Pair) -> bool { p.a > crate::types::LIMIT } }
"""
INNER = """use crate::{Pair, types::{LIMIT, *}};
use super::helper;
use super::other::big;
verus! {
fn f(p: Pair) -> (r: u16)
    requires p.a <= LIMIT,
    ensures r == p.sum() + helper(1) + crate::twice(2) + super::helper(0), !big(p)
{ p.total() + 7 }
struct Own(u8);
impl Sized2 for Own { spec fn size(&self) -> int { self.0 as int } fn measure(&self) -> (n: u8) { self.0 } }
}
"""
FILES = {"lib.rs": LIB, "types.rs": TYPES, "kv/mod.rs": KV, "kv/other.rs": OTHER, "kv/inner.rs": INNER}

_PREFIX = re.compile(r"\b(?:(?:crate|kv|types|inner|other)::)+")

Write = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def crate(texts: Mapping[str, str]) -> Path:
        (tmp_path / "Cargo.toml").write_text("[package]\n")
        for name, text in texts.items():
            file = tmp_path / "src" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return tmp_path / "src"

    return crate


def problems(program: Program) -> list[str]:
    conditions = [condition for specification in program.specifications for condition in specification.conditions]
    of_clauses = [problem for condition in conditions for problem in condition.clause.problems]
    return [problem.construct for problem in (*program.problems, *program.unread, *of_clauses)]


def test_items_of_other_files_mean_in_a_file_what_they_mean_in_one_text(write: Write, tmp_path: Path) -> None:
    folder = write(FILES)
    program = parse_file(folder / "kv" / "inner.rs")
    assert not problems(program)
    # The same crate in one file, each module between braces.
    kv = KV.replace("pub mod inner;", f"pub mod inner {{ {INNER} }}").replace(
        "pub mod other;", f"pub mod other {{ {OTHER} }}"
    )
    whole = LIB.replace("mod types;", f"mod types {{ {TYPES} }}").replace("mod kv;", f"mod kv {{ {kv} }}")
    alone = parse_file(write({**FILES, "lib.rs": whole}) / "lib.rs")
    ours, theirs = (set(_PREFIX.sub("", "\n".join(lines(read))).splitlines()) for read in (program, alone))
    # What promises the bounds of a type is a function where it is called more than once, and else said in place.
    assert ours - theirs <= {"  requires 0 <= p.a <= 255 && 0 <= p.b <= 255"}
    assert len(ours) > 20
    # Subjects are those of the file; what other files define is called, and run.
    assert [specification.name for specification in program.specifications] == ["f", "Own::measure"]
    assert "crate::types::Pair::total" in program.routines


@pytest.mark.parametrize(
    ("changed", "unknown"),
    [
        # Another module has a type of that name.
        (
            {
                "kv/other.rs": """verus! { pub struct Pair { pub c: u8 } pub open spec fn of(p: Pair) -> u8 { p.c }
                pub open spec fn big(p: crate::Pair) -> bool { of(Pair { c: p.a }) > 3 } }"""
            },
            "big",
        ),
        # It is another crate's in one of the files, by `use` or by its path.
        ({"kv/other.rs": OTHER.replace("use crate::types::Pair", "use serde::Pair")}, "big"),
        ({"kv/other.rs": OTHER.replace("p: Pair", "p: serde::Pair")}, "big"),
        # Nothing brings it into scope.
        ({"kv/inner.rs": INNER.replace("use super::helper;", "")}, "helper"),
    ],
)
def test_a_name_that_may_mean_something_else_stays_unknown(
    write: Write, changed: Mapping[str, str], unknown: str
) -> None:
    program = parse_file(write({**FILES, **changed}) / "kv" / "inner.rs")
    assert any(f"`{unknown}`" in problem for problem in problems(program)), problems(program)


METHODS = """use crate::types::Pair;
verus! {
pub trait Large { spec fn size(self) -> int; }
impl Large for Pair { spec fn size(self) -> int { 1 } }
pub trait Sum { spec fn of(self) -> int; }
impl<T: Large> Sum for T { spec fn of(self) -> int { self.size() } }
}
"""


@pytest.mark.parametrize(
    ("files", "call"),
    [
        # Of two methods of one name and type neither is taken for the other, be one of them the file's.
        ({}, "size"),
        ({"kv/inner.rs": "impl Small for Pair { spec fn size(self) -> int { 0 } }"}, "size"),
        # Nor is the one that is left where the other's file says what nobody knows.
        (
            {"small.rs": "use serde::Pair as Large; impl Small for Pair { spec fn size(self) -> Pair::Large { 0 } }"},
            "size",
        ),
        # An implementation for all types is one of none that has a name.
        ({}, "of"),
    ],
)
def test_a_method_that_may_be_another_one_stays_unknown(write: Write, files: Mapping[str, str], call: str) -> None:
    text = f"""use crate::types::Pair; use crate::methods::*; use crate::small::*;
    verus! {{ fn f(x: Pair) -> (r: u8) requires x.{call}() == 1 {{ 0 }} {files.get("kv/inner.rs", "")} }}"""
    small = """use crate::types::Pair;
    verus! { pub trait Small { spec fn size(self) -> int; } impl Small for Pair { spec fn size(self) -> int { 0 } } }"""
    if "kv/inner.rs" in files:
        small = "verus! { pub trait Small { spec fn size(self) -> int; } }"
    roots = {"lib.rs": LIB + "mod methods; mod small;", "methods.rs": METHODS, "small.rs": small}
    program = parse_file(write({**FILES, **roots, **files, "kv/inner.rs": text}) / "kv" / "inner.rs")
    (specification,) = program.specifications
    assert specification.requires[0].term is None, problems(program)
    # With one method the call has a meaning.
    alone = {**FILES, **roots, "small.rs": "", "kv/inner.rs": text.replace("use crate::small::*;", "")}
    program = parse_file(
        write({**alone, "kv/inner.rs": alone["kv/inner.rs"].replace(files.get("kv/inner.rs", "$"), "")})
        / "kv"
        / "inner.rs"
    )
    assert (program.specifications[0].requires[0].term is None) == (call == "of")


def test_a_module_whose_file_an_attribute_names_is_not_followed(write: Write) -> None:
    lib = LIB.replace("mod types;", '#[path = "elsewhere.rs"]\nmod types;')
    program = parse_file(write({**FILES, "lib.rs": lib}) / "kv" / "inner.rs")
    assert any("Pair" in problem for problem in problems(program))


@pytest.mark.parametrize("text", ["mod a {", "fn a() {", "impl A { fn a() {"])
def test_items_of_any_depth_are_read_or_told(write: Write, text: str) -> None:
    deep = text * 2000 + "}" * (2000 * text.count("{")) + " pub fn ok(x: u8) requires x > 1 { }"
    folder = write(
        {"lib.rs": "mod deep; mod calls;", "deep.rs": deep, "calls.rs": "use crate::deep::*; fn g() { ok(2) }"}
    )
    program = parse_file(folder / "deep.rs")
    assert [specification.name for specification in program.specifications] == ["ok"]
    assert bool(program.unread) == text.startswith("mod")
    assert parse_file(folder / "calls.rs").routines["crate::deep::ok"]


def test_types_of_the_file_hide_those_of_others(write: Write) -> None:
    text = "verus! { struct Pair { c: u8 } fn g(p: Pair) -> (r: u8) ensures r == p.c { p.c } }\n"
    program = parse_file(write({**FILES, "kv/inner.rs": text + "use super::other::big;"}) / "kv" / "inner.rs")
    assert not problems(program)
    assert [constructor.fields[0].name for constructor in program.datatypes["Pair"].constructors] == ["c"]


def test_a_file_that_no_crate_declares_stands_alone(write: Write) -> None:
    folder = write({**FILES, "bin/tool.rs": INNER})
    program = parse_file(folder / "bin" / "tool.rs")
    assert any("Pair" in problem for problem in problems(program))
    assert list(VERUS.sources(folder / "bin" / "tool.rs")) == [folder / "bin" / "tool.rs"]
    assert {file.name for file in VERUS.sources(folder / "kv" / "inner.rs")} >= {"inner.rs", "lib.rs", "types.rs"}


def test_a_root_that_is_no_text_declares_nothing(write: Write) -> None:
    folder = write(FILES)
    (folder / "lib.rs").write_bytes(b"mod kv;\xff")
    assert any("Pair" in problem for problem in problems(parse_file(folder / "kv" / "inner.rs")))


def test_what_is_wrong_in_another_file_is_told_there(write: Write) -> None:
    other = "use crate::types::Pair;\nverus! {\npub open spec fn big(p: Pair) -> bool { nowhere(p) } }\n"
    program = parse_file(write({**FILES, "kv/other.rs": other}) / "kv" / "inner.rs")
    (problem,) = program.problems
    assert problem.span is not None
    assert (Path(problem.span.file).name, problem.span.line, problem.span.column) == ("other.rs", 3, 41)
    # Brackets that do not match cost that file, as does what is no text, and are told.
    folder = write({**FILES, "kv/other.rs": other.replace("} }", "}")})
    for _ in range(2):
        program = parse_file(folder / "kv" / "inner.rs")
        (unread,) = program.unread
        assert "other.rs" in unread.construct
        assert program.specifications
        (folder / "kv" / "other.rs").write_bytes(b"\xff")


def test_links_out_of_the_crate_are_not_followed(write: Write, tmp_path: Path) -> None:
    folder = write(FILES)
    outside = tmp_path / "outside.rs"
    outside.write_text(OTHER)
    (folder / "kv" / "other.rs").unlink()
    (folder / "kv" / "other.rs").symlink_to(outside)
    assert any("`big`" in problem for problem in problems(parse_file(folder / "kv" / "inner.rs")))
