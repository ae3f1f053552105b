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
    left_side, two = left.at(infix.left_level), right.at(infix.right_level)
    negation = f"{left_side} {NEGATED[infix.symbol]} {two}" if infix.symbol in NEGATED else ""
    return Text(
        f"{left_side} {infix.symbol} {two}", infix.level, ("", "") if infix.left else (left_side, two), negation
    )


def wrapped(opening: str, after: str) -> Shower:
    """All arguments, with commas between them and these texts around them."""

    def show(term: Term, texts: tuple[Text, ...]) -> Text:
        return Text(opening + ", ".join(text.text for text in texts) + after)

    return show


def suffix(first_text: str, *between: str) -> Shower:
    """The first argument, then the others with these texts after them."""

    def show(term: Term, texts: tuple[Text, ...]) -> Text:
        rest = "".join(text_shown.text + text for text_shown, text in zip(texts[1:], between, strict=True))
        return Text(texts[0].at(Precedence.POSTFIX) + first_text + rest)

    return show


def binding(listed: Callable[[Term], str], joined: Precedence, *, short: bool) -> dict[str, Shower]:
    """How terms that bind variables are written. `listed`: the variables of one. What follows the ranges of these holds
    together as `joined`. Domains become conditions, which every version of Dafny reads. `short`: an element or a key
    that is the variable itself is left out."""

    def ranges(term: Term, texts: tuple[Text, ...]) -> list[str]:
        range_texts = []
        for binder, domain, text in zip(term.data, term.args, texts, strict=False):
            low, high = text.sides
            if domain.op == "range":
                range_texts.append(f"{low} <= {binder.name} < {high}")
            elif domain.op == "elements":
                range_texts.append(f"{binder.name} in {text.at(Precedence.SHIFT)}")
        return range_texts

    def condition(term: Term, texts: tuple[Text, ...]) -> str:
        range_texts, last = ranges(term, texts), texts[len(term.data)]
        return " && ".join([*range_texts, last.at(joined)]) if range_texts else last.text

    def forall(term: Term, texts: tuple[Text, ...]) -> Text:
        range_texts, body = ranges(term, texts), texts[-1]
        claim = f"{' && '.join(range_texts)} ==> {body.at(Precedence.IMPLICATION)}" if range_texts else body.text
        return Text(f"forall {listed(term)} :: {claim}", Precedence.OPEN)

    def exists(term: Term, texts: tuple[Text, ...]) -> Text:
        return Text(f"exists {listed(term)} :: {condition(term, texts)}", Precedence.OPEN)

    def elements(term: Term, texts: tuple[Text, ...]) -> Text:
        comprehension_text = f"set {listed(term)} | {condition(term, texts)}"
        return Text(
            comprehension_text if short and _is_the_variable(term, -1) else f"{comprehension_text} :: {texts[-1].text}",
            Precedence.OPEN,
        )

    def entries(term: Term, texts: tuple[Text, ...]) -> Text:
        comprehension_text = f"map {listed(term)} | {condition(term, texts)} :: "
        key = "" if short and _is_the_variable(term, -2) else f"{texts[-2].text} := "
        return Text(comprehension_text + key + texts[-1].text, Precedence.OPEN)

    def such_that(term: Term, texts: tuple[Text, ...]) -> Text:
        return Text(f"var {listed(term)} :| {condition(term, texts)}; {texts[-1].text}", Precedence.OPEN)

    def function(term: Term, texts: tuple[Text, ...]) -> Text:
        called = f"({', '.join(str(binder.name) for binder in term.data)})"
        if is_function_as_value(term.data, term.args[-1]) and texts[-1].text.endswith(called):
            # As a lambda it would have no precondition, and the call in it would break that of the function.
            return Text(texts[-1].text.removesuffix(called))
        return Text(f"({listed(term)}) {lambda_body(term, texts)}", Precedence.OPEN)

    return {
        "forall": forall,
        "exists": exists,
        "set.comprehension": elements,
        "map.comprehension": entries,
        "such_that": such_that,
        "lambda": function,
    }


def lambda_body(term: Term, texts: tuple[Text, ...]) -> str:
    """What follows the parameters of a function."""
    return texts[-1].sides[0] if term.args[-1].op == "lambda.clauses" else f"=> {texts[-1].text}"


def _is_the_variable(term: Term, index: int) -> bool:
    """Whether an argument of a comprehension over one variable is this variable."""
    arg = term.args[index]
    return len(term.data) == 1 and arg.op == "var" and bool(arg.data == term.data[0].name)
