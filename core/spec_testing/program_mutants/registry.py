"""The registry of the operators that mutate programs, under the names that the literature has for them.

Sources: MutDafny (I. Amaral, A. Mendes, J. Campos, arXiv:2511.15403, table 2); µJava (Y.-S. Ma, J. Offutt, Y.-R. Kwon,
STVR 15(2), 2005); Mothra (K. N. King, J. Offutt, Software: Practice and Experience 21(7), 1991). What MutDafny calls
BOR is here by category, as the others have it. Not here, for bodies of the IR have no counterpart: its operators on
declarations (SWV, VDL), on `this` (THI, THD), and on receivers and accessors of classes (MNR, PRV).
"""

from . import commands, expressions
from .model import ProgramOperator, StatementOperator, TermOperator

MUTDAFNY, MU_JAVA, MOTHRA = "MutDafny", "µJava", "Mothra"

OPERATORS: tuple[ProgramOperator, ...] = (
    TermOperator("AOR", "arithmetic operator replacement", MUTDAFNY, expressions.arithmetic),
    TermOperator("ROR", "relational operator replacement", MUTDAFNY, expressions.relational),
    TermOperator("COR", "conditional operator replacement", MUTDAFNY, expressions.conditional),
    TermOperator("LOR", "logical operator replacement, of bit-vectors", MUTDAFNY, expressions.logical),
    TermOperator("SOR", "shift operator replacement", MUTDAFNY, expressions.shift),
    TermOperator("BOR", "operator of collections by another", MUTDAFNY, expressions.collection),
    TermOperator("BBR", "comparison or condition by true or false", MUTDAFNY, expressions.to_boolean),
    TermOperator("UOI", "unary operator insertion", MUTDAFNY, expressions.insert_unary),
    TermOperator("UOD", "unary operator deletion", MUTDAFNY, expressions.delete_unary),
    TermOperator("AOIS", "increment and decrement", MU_JAVA, expressions.insert_increment),
    TermOperator("ABS", "absolute value insertion", MOTHRA, expressions.absolute),
    TermOperator("ODL", "operator deletion: one operand is left", MUTDAFNY, expressions.delete_operator),
    TermOperator("LVR", "literal value replacement", MUTDAFNY, expressions.other_literal),
    TermOperator("EVR", "expression by a default value", MUTDAFNY, expressions.default_value),
    TermOperator("VER", "variable by another of its type", MUTDAFNY, expressions.other_variable),
    TermOperator("FAR", "field access by another of its type", MUTDAFNY, expressions.other_field),
    TermOperator("TAR", "component of a tuple by another of its type", MUTDAFNY, expressions.other_component),
    TermOperator("DCR", "constructor of a datatype by another", MUTDAFNY, expressions.other_constructor),
    TermOperator("CIR", "elements of a display removed or added", MUTDAFNY, expressions.other_display),
    TermOperator("SLD", "limit of a subsequence deleted, or one more or less", MUTDAFNY, expressions.other_limits),
    TermOperator("SAR", "arguments or operands exchanged", MUTDAFNY, expressions.swap_arguments),
    TermOperator("MAP", "call by one of its arguments", MUTDAFNY, expressions.propagate_argument),
    TermOperator("MCR", "call by that of another function", MUTDAFNY, expressions.other_function),
    TermOperator("MVR", "call by a variable", MUTDAFNY, expressions.call_to_variable),
    StatementOperator("SDL", "statement deletion", MUTDAFNY, commands.delete),
    StatementOperator("SDL", "deletion of what is in a branch", MUTDAFNY, commands.delete_branch),
    StatementOperator("SWS", "statement exchanged with the next one", MUTDAFNY, commands.swap),
    StatementOperator("LBI", "loop break insertion", MUTDAFNY, commands.insert_break),
    StatementOperator("LSR", "break, continue or return by another of them", MUTDAFNY, commands.other_jump),
    StatementOperator("RSR", "statement by return", MOTHRA, commands.return_instead),
    StatementOperator("SAR", "arguments of a call exchanged", MUTDAFNY, commands.swap_arguments),
    StatementOperator("MCR", "call by that of another method", MUTDAFNY, commands.other_method),
    StatementOperator("MRR", "result of a call by a default value", MUTDAFNY, commands.default_result),
    StatementOperator("MAP", "call by one of its arguments", MUTDAFNY, commands.propagate_argument),
    StatementOperator("MVR", "call by a variable", MUTDAFNY, commands.call_to_variable),
)
"""One row an operator; some have one for expressions and one for statements."""
