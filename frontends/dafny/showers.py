"""How terms are written in any notation: relations, lists in brackets, members, and what binds variables.

Dafny's texts (`printing.py`) and listings of the representation (`frontends/show.py`) are made of these. A `Text` knows
how tightly it holds together, so that only what asks for it (`at`) puts parentheses around it.
"""

from collections.abc import Callable

from ...core.ir.functions import is_function_as_value
from ...core.ir.terms import Term
from .symbols import NEGATED, Infix, Precedence, Text

Shower = Callable[[Term, tuple[Text, ...]], Text]
"""Maps a term and the texts of its arguments to its text."""


def relate(infix: Infix, left: Text, right: Text) -> Text:
    """`left symbol right`, each in parentheses where it holds together too weakly."""
    one, two = left.at(infix.left_level), right.at(infix.right_level)
    negation = f"{one} {NEGATED[infix.symbol]} {two}" if infix.symbol in NEGATED else ""
    return Text(f"{one} {infix.symbol} {two}", infix.level, ("", "") if infix.left else (one, two), negation)


def wrapped(before: str, after: str) -> Shower:
    """All arguments, with commas between them and these texts around them."""

    def show(term: Term, parts: tuple[Text, ...]) -> Text:
        return Text(before + ", ".join(text.text for text in parts) + after)

    return show


def suffix(before: str, *between: str) -> Shower:
    """The first argument, then the others with these texts after them."""

    def show(term: Term, parts: tuple[Text, ...]) -> Text:
        rest = "".join(part.text + text for part, text in zip(parts[1:], between, strict=True))
        return Text(parts[0].at(Precedence.POSTFIX) + before + rest)

    return show


def binding(listed: Callable[[Term], str], joined: Precedence, *, short: bool) -> dict[str, Shower]:
    """How terms that bind variables are written. `listed`: the variables of one. What follows the ranges of these holds
    together as `joined`. Domains become conditions, which every version of Dafny reads. `short`: an element or a key
    that is the variable itself is left out."""

    def ranges(term: Term, parts: tuple[Text, ...]) -> list[str]:
        found = []
        for binder, domain, text in zip(term.data, term.args, parts, strict=False):
            low, high = text.sides
            if domain.op == "range":
                found.append(f"{low} <= {binder.name} < {high}")
            elif domain.op == "elements":
                found.append(f"{binder.name} in {text.at(Precedence.SHIFT)}")
        return found

    def condition(term: Term, parts: tuple[Text, ...]) -> str:
        found, last = ranges(term, parts), parts[len(term.data)]
        return " && ".join([*found, last.at(joined)]) if found else last.text

    def forall(term: Term, parts: tuple[Text, ...]) -> Text:
        found, body = ranges(term, parts), parts[-1]
        claim = f"{' && '.join(found)} ==> {body.at(Precedence.IMPLICATION)}" if found else body.text
        return Text(f"forall {listed(term)} :: {claim}", Precedence.OPEN)

    def exists(term: Term, parts: tuple[Text, ...]) -> Text:
        return Text(f"exists {listed(term)} :: {condition(term, parts)}", Precedence.OPEN)

    def elements(term: Term, parts: tuple[Text, ...]) -> Text:
        whole = f"set {listed(term)} | {condition(term, parts)}"
        return Text(whole if short and _is_the_variable(term, -1) else f"{whole} :: {parts[-1].text}", Precedence.OPEN)

    def entries(term: Term, parts: tuple[Text, ...]) -> Text:
        whole = f"map {listed(term)} | {condition(term, parts)} :: "
        key = "" if short and _is_the_variable(term, -2) else f"{parts[-2].text} := "
        return Text(whole + key + parts[-1].text, Precedence.OPEN)

    def such_that(term: Term, parts: tuple[Text, ...]) -> Text:
        return Text(f"var {listed(term)} :| {condition(term, parts)}; {parts[-1].text}", Precedence.OPEN)

    def function(term: Term, parts: tuple[Text, ...]) -> Text:
        called = f"({', '.join(str(binder.name) for binder in term.data)})"
        if is_function_as_value(term.data, term.args[-1]) and parts[-1].text.endswith(called):
            # As a lambda it would have no precondition, and the call in it would break that of the function.
            return Text(parts[-1].text.removesuffix(called))
        return Text(f"({listed(term)}) {lambda_body(term, parts)}", Precedence.OPEN)

    return {
        "forall": forall,
        "exists": exists,
        "set.comprehension": elements,
        "map.comprehension": entries,
        "such_that": such_that,
        "lambda": function,
    }


def lambda_body(term: Term, parts: tuple[Text, ...]) -> str:
    """What follows the parameters of a function."""
    return parts[-1].sides[0] if term.args[-1].op == "lambda.clauses" else f"=> {parts[-1].text}"


def _is_the_variable(term: Term, index: int) -> bool:
    """Whether an argument of a comprehension over one variable is this variable."""
    arg = term.args[index]
    return len(term.data) == 1 and arg.op == "var" and bool(arg.data == term.data[0].name)
