"""Parts of sequence displays: `[x, y][1]` is y."""

from ..ir.build import integer, op
from ..ir.terms import Term, rebuild


def rebuilt(node: Term, args: tuple[Term, ...]) -> Term:
    """A term with new arguments; where it is a length, an element or a part of a display of variables and constants,
    that itself. They have values, so that what is left out of the display is no reason for it to have none."""
    if not args or args[0].op != "seq.literal" or any(item.op not in ("var", "const") for item in args[0].args):
        return rebuild(node, args)
    items = args[0].args
    match node.op, args[1:]:
        case "seq.len", ():
            return integer(len(items))
        case "seq.at", (Term(op="const", data=int(index)),) if 0 <= index < len(items):
            return items[index]
        case "seq.slice", (Term(op="const", data=int(first)), Term(op="const", data=int(last))) if (
            0 <= first <= last <= len(items)
        ):
            return op("seq.literal", *items[first:last], sort=node.sort)
        case _:
            return rebuild(node, args)
