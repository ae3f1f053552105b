"""Programs of plain Rust, run by rustc and by the interpreter on the same inputs."""

import random
import subprocess
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import frozen

from specassay.core.interpret.bodies import execute
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.terms import Binder
from specassay.core.ir.values import DatatypeValue
from specassay.frontends.verus import parse_program
from specassay.frontends.verus import tree as t
from specassay.frontends.verus.printing import escaped
from specassay.frontends.verus.reading import functions_in, parse_items
from specassay.frontends.verus.scan import VerusSource
from specassay.frontends.verus.types import OPTION, RANGES, STR, UNIT, TypeScope, VerusType

PANICS = "panics"
"""What a call comes to that stops."""
UNKNOWN = "unknown"
"""What the interpreter cannot follow."""


@frozen
class RustCase:
    """A function of a program, the types of its parameters and result, and inputs."""

    text: str
    name: str
    item: t.ItemFn
    kinds: tuple[VerusType, ...]
    result: VerusType
    inputs: tuple[tuple[Any, ...], ...]


def some_value(kind: VerusType, rng: random.Random) -> Any:
    """A value of a type; small ones are likelier."""
    if kind.name in RANGES:
        low, high = RANGES[kind.name]
        value = rng.choice((0, 1, 2, 3, 5, 7, -1, -4, 10, 100, low, high, rng.randint(low, high)))
        return min(max(value, low), high)
    match kind.name:
        case "bool":
            return rng.random() < 0.5
        case "char":
            return rng.choice("abcz019 (])")
        case "tuple":
            return tuple(some_value(each, rng) for each in kind.arguments)
        case "adt" if kind.label == "Option":
            some = rng.random() < 0.6
            return DatatypeValue("Some", (some_value(kind.element, rng),)) if some else DatatypeValue("None", ())
        case _ if kind.is_sequence:
            size = rng.randint(0, 5)
            alike = some_value(kind.element, rng)
            return tuple(alike if rng.random() < 0.2 else some_value(kind.element, rng) for _ in range(size))
        case _:
            raise NotImplementedError(str(kind))


def rust(value: Any, kind: VerusType) -> str:
    """A value as an expression of Rust."""
    if kind == STR:
        return f'String::from("{escaped("".join(value), chr(34))}")'
    if kind.name == "char":
        return f"'{escaped(value, chr(39))}'"
    if kind.name == "bool":
        return str(value).lower()
    if kind.name == "tuple":
        return f"({''.join(rust(part, each) + ', ' for part, each in zip(value, kind.arguments, strict=True))})"
    if kind.name == "adt":
        return f"Some({rust(value.fields[0], kind.element)})" if value.fields else "None"
    if kind.is_sequence:
        listed = ", ".join(rust(part, kind.element) for part in value)
        return f"[{listed}]" if kind.name == "array" else f"vec![{listed}]"
    return f"({value}{kind.name})"


def debug(value: Any, kind: VerusType) -> str:
    """A value as `{:?}` of Rust writes it."""
    if kind == STR:
        return f'"{escaped("".join(value), chr(34))}"'
    if kind.name == "char":
        return f"'{escaped(value, chr(39))}'"
    if kind.name == "bool":
        return str(value).lower()
    if kind.name == "tuple":
        listed = [debug(part, each) for part, each in zip(value, kind.arguments, strict=True)]
        return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"
    if kind.name == "adt":
        return f"Some({debug(value.fields[0], kind.element)})" if value.fields else "None"
    if kind.is_sequence:
        return f"[{', '.join(debug(part, kind.element) for part in value)}]"
    return str(value)


def case_of(text: str, count: int, seed: int) -> RustCase:
    """The last public function of a program, with made inputs. Raises NotImplementedError for other types."""
    if "impl Solution" in text and "struct Solution" not in text:
        text = f"struct Solution;\n{text}"
    found = parse_items(VerusSource(text, "x.rs"))
    if found.errors:
        raise found.errors[0]
    functions = [each for each in functions_in(found.items) if each.name != "main" and each.body is not None]
    item = next(each for each in reversed(functions) if "pub" in each.modifiers or each is functions[0])
    types = TypeScope({}, {"Option": OPTION})
    kinds = tuple(types.read(each.type) for each in item.parameters if each.type is not None)
    if len(kinds) != len(item.parameters):
        raise NotImplementedError("self")
    result = UNIT if item.result is None else types.read(item.result.type)
    rng = random.Random(seed)
    inputs = tuple(tuple(some_value(kind, rng) for kind in kinds) for _ in range(count))
    owner = "Solution::" if "impl Solution" in text else ""
    return RustCase(text, f"{owner}{item.name}", item, kinds, result, inputs)


def compiled(case: RustCase, folder: Path, rustc: Path) -> list[str]:
    """What the program comes to on each input: its result and what it changed, or `PANICS`. Raises NotImplementedError
    for one that rustc does not take, or that has no end."""
    return compiled_together([case], folder, rustc)[0]


def compiled_together(cases: Sequence[RustCase], folder: Path, rustc: Path) -> list[list[str]]:
    """The same of several programs, each a module of one program: rustc takes longer to start than to compile one."""
    modules = "".join(f"mod case{number} {{\n{_module(case)}\n}}\n" for number, case in enumerate(cases))
    runs = "".join(
        f"show(case{number}::call{place});\n" for number, case in enumerate(cases) for place in range(len(case.inputs))
    )
    source, program = folder / "x.rs", folder / "x"
    source.write_text(_FRAME.replace("RUNS", runs) + modules, "utf-8")
    options = ("-C", "debug-assertions=on", "-C", "overflow-checks=on", "--edition", "2021", "-o", str(program))
    made = subprocess.run([rustc, str(source), *options], capture_output=True, text=True, check=False)
    if made.returncode:
        raise NotImplementedError(made.stderr[:400])
    try:
        found = subprocess.run([program], capture_output=True, text=True, check=False, timeout=5 * len(cases))
    except subprocess.TimeoutExpired as error:
        raise NotImplementedError("a run without an end") from error
    lines = iter(found.stdout.splitlines())
    return [list(islice(lines, len(case.inputs))) for case in cases]


_FRAME = f"""#![allow(warnings, arithmetic_overflow, unconditional_panic)]
fn show(call: fn() -> String) {{
    println!("{{}}", std::panic::catch_unwind(call).unwrap_or(String::from("{PANICS}")));
}}
fn main() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    RUNS
}}
"""


def _module(case: RustCase) -> str:
    """The program, and a function for each call, whose value is the text of what comes out."""
    calls = list[str]()
    for number, values in enumerate(case.inputs):
        lines, arguments, shown = list[str](), list[str](), list[str]()
        for place, (value, kind, parameter) in enumerate(zip(values, case.kinds, case.item.parameters, strict=True)):
            changes = isinstance(parameter.type, t.TypeReference) and parameter.type.mutable
            lines.append(f"let mut a{place} = {typed(value, kind)};")
            reference = "&mut " if changes else "&" if isinstance(parameter.type, t.TypeReference) else ""
            arguments.append(f"{reference}a{place}")
            shown += [f"a{place}"] if changes else []
        result = "" if case.result == UNIT else "let r = "
        shown = (["r"] if result else []) + shown
        form = " ".join(["{:?}"] * len(shown))
        printed = f'format!("{form}", {", ".join(shown)})' if shown else 'String::from("()")'
        body = f"{' '.join(lines)} {result}{case.name}({', '.join(arguments)}); {printed}"
        calls.append(f"pub fn call{number}() -> String {{ {body} }}")
    return case.text.replace("fn main() {}", "").replace("fn main(){}", "") + "\n" + "\n".join(calls)


def typed(value: Any, kind: VerusType) -> str:
    """A value as an initialiser; an empty vector says its type."""
    if kind.name == "Vec" and not value:
        return f"Vec::<{kind.element}>::new()".replace("str", "String") if not kind.element.arguments else "vec![]"
    return rust(value, kind)


def interpreted(case: RustCase) -> list[str]:
    """The same by the interpreter."""
    program = parse_program(case.text, "x.rs")
    return [_outcome(case, program, values) for values in case.inputs]


def _outcome(case: RustCase, program: Program, values: tuple[Any, ...]) -> str:
    name = case.name
    routine = program.routines.get(name)
    if routine is None:
        return UNKNOWN
    changed = [
        (place, each.pattern.name)
        for place, each in enumerate(case.item.parameters)
        if isinstance(each.type, t.TypeReference) and each.type.mutable and isinstance(each.pattern, t.PatIdent)
    ]
    outputs = tuple(Binder(each.name, each.sort) for each in routine.results[: len(routine.results) - len(changed)])
    about = Specification(name, routine.parameters, outputs, (), (), tuple(name for _, name in changed))
    inputs = dict(zip((each.name for each in routine.parameters), values, strict=True))
    found = execute(about, inputs, program)
    if found.state != "returned":
        return PANICS if found.state == "failed" else f"{UNKNOWN}: {found.reason}"
    shown = [debug(found.outputs[each.name], case.result) for each in outputs]
    shown += [debug(found.outputs[name], case.kinds[place]) for place, name in changed]
    return " ".join(shown) or "()"
