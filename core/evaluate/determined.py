"""Functions without a body: their value where their postcondition allows only one.

Of `function First(s: seq<int>): int requires 0 in s ensures 0 <= First(s) < |s| && s[First(s)] == 0 && …` every
function that satisfies it has one and the same value on given arguments, so that this is its value whatever it is.
"""

from functools import lru_cache

from ..ir.build import UNBOUNDED, conj
from ..ir.contracts import Function
from ..ir.sorts import set_of
from ..ir.substitution import unused_name
from ..ir.terms import Binder, Term, fold, make, rebuild, substitute, subterms, var

_WITHOUT_EQUALITY = ("Array", "Function")


@lru_cache(maxsize=256)
def allowed_values(function: Function) -> Term | None:
    """`set r | ensures`, over the parameters: what the postcondition allows the function to be. None where it has no
    postcondition, where there is a body that is not read, and where its values are not told apart by equality."""
    if function.body is not None or not function.ensures or function.unread or function.missing or function.extreme:
        return None
    if function.result.kind in _WITHOUT_EQUALITY:
        return None
    parameters = {binder.name for binder in function.parameters}
    bound = {
        binder.name
        for node in subterms(*function.ensures)
        if isinstance(node.data, tuple)
        for binder in node.data
        if isinstance(binder, Binder)
    }
    if bound & parameters:
        return None
    own = [binder.name for binder in function.parameters]
    result = Binder(unused_name("its result", *function.ensures), function.result)
    value = var(result.name, result.sort)

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "let" and args[:-1] == (value,):  # `function F(n: int): (r: int)`: r is its name for the result
            return substitute(args[-1], {node.data[0].name: value})
        same = node.op == "call" and node.data == function.name and all(arg.op == "var" for arg in args)
        return value if same and [arg.data for arg in args] == own else rebuild(node, args)

    condition = conj(*(fold(each, step) for each in function.ensures))
    return make("set.comprehension", (UNBOUNDED, condition, value), set_of(result.sort), (result,))
