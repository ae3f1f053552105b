"""Programs made of the grammar of the reference manual (section 17, of Dafny 4): each is a list of its words.

A rule is written as the manual writes it, in fewer letters: `'word'`, names of rules, `( … | … )`, and after any of
these `?`, `*` (at most two times) or `+`. What Dafny's parser itself tells apart by looking ahead (`a < b > (c)`,
lambdas in specifications, `|` inside of bars) is in parentheses here, and so is `ghost var x :| p; e`, which is taken
for a field in the value of a constant. Names mean nothing: these programs are to be
read, and what is not resolved in them is said of itself alone.
"""

import re
from collections.abc import Iterator
from random import Random

from attrs import field, frozen

MOST = 2
"""Repetitions of what may be repeated."""
DEEPEST = 9
"""Rules inside each other, after which the shortest alternatives are taken."""

_RULES = """
program: top top*
top: 'abstract'? module | (class | trait | datatype | synonym | newtype | function | method | constant | iterator)
attribute: '{:' name '}' | '{:' name expression '}'
module: 'module' attribute* name ('.' name)? ('refines' qualified)? '{' inner* '}'
inner: import | export | top
import: 'import' 'opened'? (target | name '=' target | name ':' target)
target: qualified ('`' (name | '{' name (',' name)* '}'))?
qualified: name ('.' name)*
export: 'export' (name | number)? exported*
exported: 'extends' name (',' name)* | ('provides' | 'reveals') ('*' | qualified (',' qualified)*)
class: 'class' attribute* upper generics? ('extends' type (',' type)*)? '{' member* '}'
trait: 'trait' attribute* upper generics? ('extends' type (',' type)*)? '{' valuemember* '}'
member: valuemember | fields | constructor
valuemember: 'static'? (function | method) | 'ghost'? constant
fields: 'ghost'? 'var' attribute* typed (',' typed)*
constructor: 'ghost'? 'constructor' attribute* name? generics? formals methodspec* block
constant: 'const' attribute* name (':' type)? ':=' expression | 'const' attribute* name ':' type
datatype: ('datatype' | 'codatatype') attribute* upper generics? ('extends' type)? '=' '|'? variant ('|' variant)*
    members?
variant: 'ghost'? upper ('(' optional (',' optional)* ')')?
optional: 'ghost'? name ':' type | type
members: '{' valuemember* '}'
type: domain | domain ('->' | '-->' | '~>') type
domain: 'bool' | 'int' | 'nat' | 'real' | 'char' | 'string' | 'ORDINAL' | 'bv8' | 'object' | 'object?' | named |
    ('set' | 'iset' | 'seq' | 'multiset') '<' type '>' | ('map' | 'imap') '<' type ',' type '>' | ('array' | 'array2'
    | 'array?') '<' type '>' | '(' type ',' 'ghost'? type ')' | '(' ')' | '(' type ')'
named: upper ('<' type (',' type)* '>')? ('.' upper)? | 'Tree?' ('<' type '>')?
generics: '<' parameter (',' parameter)* '>'
parameter: upper ('(' trait_of (',' trait_of)* ')')?
trait_of: '==' | '0' | '00' | '!' 'new'
typed: name ':' type
maybe: name | name ':' type
synonym: 'type' attribute* upper ('(' trait_of ')')? generics? ('=' type | '=' maybe '|' type_tail | members)?
type_tail: expression ('ghost'? 'witness' expression | 'witness' '*')?
newtype: 'newtype' attribute* upper '=' (maybe '|' type_tail | type) members?
formals: '(' (formal (',' formal)*)? ')'
formal: attribute* 'ghost'? name ':' type | 'nameonly' name ':' type (':=' expression)? | name ':' type ':='
    expression
results: '(' (typed (',' typed)*)? ')'
method: ('method' | 'ghost' 'method' | 'lemma' | 'twostate' 'lemma') attribute* name generics? formals ('returns'
    results)? methodspec* block? | ('least' | 'greatest') 'lemma' name generics? ktype? formals methodspec* block?
ktype: '[' ('nat' | 'ORDINAL') ']'
function: ('ghost'? 'opaque'? 'function' | 'twostate' 'function') attribute* name generics? formals ':' (type | '('
    typed ')') functionspec* ('{' tail '}' ('by' 'method' block)?)? | ('ghost'? 'predicate' | 'twostate' 'predicate')
    attribute* name generics? formals functionspec* ('{' tail '}')? | ('least' | 'greatest') 'predicate' name
    generics? ktype? formals functionspec* ('{' tail '}')?
iterator: 'iterator' attribute* upper generics? formals ('yields' results)? iteratorspec* block?
methodspec: 'modifies' attribute* frame (',' frame)* | requires | 'ensures' attribute* (name ':')? closed |
    'decreases' (closed (',' closed)* | '*')
functionspec: requires | 'reads' attribute* (frame (',' frame)* | '*' | '**') | 'ensures' closed | 'decreases' closed
    (',' closed)*
iteratorspec: 'yield'? requires | 'yield'? 'ensures' closed | 'reads' frame | 'modifies' frame | 'decreases' closed
requires: 'requires' attribute* (name ':')? closed
frame: closed | postfix '`' name | '`' name
block: '{' statement* '}'
statement: 'label' name ':' plain | plain
plain: 'assert' attribute* (name ':')? expression (';' | 'by' block) | 'assume' attribute* expression ';' | block |
    ('break' | 'continue') name ';' | 'break'* ('break' | 'continue') ';' | calc | 'expect' expression (','
    expression)? ';' | 'forall' ('(' quantified ')' | quantified)? ('ensures' expression)* block | if | match |
    'modify' frame (',' frame)* ';' | 'print' expression (',' expression)* ';' | 'return' (rhs (',' rhs)*)? ';' |
    'reveal' call (',' call)* ';' | 'hide' ('*' | name) ';' | update | variable | while | for | 'opaque' opaquespec*
    block | 'yield' (rhs (',' rhs)*)? ';'
opaquespec: 'ensures' closed | 'modifies' frame
update: call ';' | lhs (',' lhs)* ':=' rhs (',' rhs)* ';' | lhs ':|' 'assume'? expression ';' | (lhs ':-' | ':-')
    ('expect' | 'assert' | 'assume')? closed ';'
variable: 'ghost'? 'var' attribute* maybe (',' maybe)* (':=' rhs (',' rhs)*)? ';' | 'var' maybe ':|' 'assume'?
    expression ';' | 'var' maybe ':-' ('expect' | 'assert' | 'assume')? closed ';' | 'var' upper? '(' maybe ',' maybe
    ')' ':=' expression ';'
guard: '*' | '(' '*' ')' | closed | maybe ':|' closed
if: 'if' guard block ('else' (if | block))? | 'if' '{' alternative* '}' | 'if' alternative alternative*
alternative: 'case' (closed | maybe ':|' closed) '=>' statement*
while: 'while' ('*' | closed) loopspec* block | 'while' loopspec* '{' ('case' closed '=>' statement*)* '}'
for: 'for' maybe ':=' closed ('to' | 'downto') ('*' | closed) loopspec* block
loopspec: 'invariant' attribute* closed | 'decreases' (closed (',' closed)* | '*') | 'modifies' frame
match: 'match' closed '{' ('case' pattern '=>' statement*)* '}'
pattern: single | literal ('|' literal)+
single: literal | maybe | '_' | upper '(' single (',' single)* ')' | '(' single ',' single ')' | upper '(' ')'
calc: 'calc' calcop? '{' (expression ';' calcop? block*)* '}'
calcop: '==' | '<' | '<=' | '!=' | '==>' | '<==>' | '<==' | '==' '#' '[' expression ']'
lhs: postfix '.' name | name | postfix '[' expression ']'
rhs: expression | 'new' upper ('<' type '>')? ('.' name)? '(' (binding (',' binding)*)? ')' | 'new' type '['
    expression (',' expression)* ']' ('(' closed ')')? | 'new' type '[' ']' '[' expression (',' expression)* ']' | '*'
    | 'new' upper
expression: equivalence | endless | lambda
tail: expression | 'assert' closed ';' tail | 'reveal' call ';' tail | 'calc' '{' closed ';' '}' tail | 'assume'
    closed ';' tail
closed: equivalence | '(' endless ')'
equivalence: implication ('<==>' implication)*
implication: logical (('==>' logical)+ | ('<==' logical)+)?
logical: relational (('&&' relational)+ | ('||' relational)+)? | '&&' relational ('&&' relational)* | '||' relational
relational: shift | shift ('==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '!in' | '!!') shift | shift '<=' shift '<'
    shift | shift ('==' | '!=') '#' '[' expression ']' '(' sum ')'
shift: sum (('<<' | '>>') sum)?
sum: product (('+' | '-') product)*
product: bits (('*' | '/' | '%') bits)*
bits: conversion (('&' conversion)+ | ('^' conversion)+)?
conversion: unary (('as' | 'is') domain)?
unary: '-' unary | '!' unary | postfix
postfix: atom | postfix '.' (name | number) | postfix '(' (binding (',' binding)*)? ')' | postfix '[' expression ']' |
    postfix '[' expression? '..' expression? ']' | postfix '[' expression ':=' expression ']' | postfix '.' '(' name
    ':=' expression ')' | name '#' '[' expression ']' '(' expression ')' | postfix '[' expression ':' closed ':' ']' |
    name '@' name '(' expression ')'
call: name '(' (binding (',' binding)*)? ')'
binding: name ':=' expression | expression
lambda: name '=>' expression | '(' (maybe (',' maybe)*)? ')' ('reads' (closed | '*'))* ('requires' closed)? '=>'
    expression
atom: name | literal | 'this' | 'old' ('@' name)? '(' expression ')' | 'fresh' '(' expression ')' | 'allocated' '('
    expression ')' | 'unchanged' ('@' name)? '(' frame (',' frame)* ')' | '|' sum '|' | '(' (expression | expression
    ',' 'ghost'? closed) ')' | ('iset' | 'multiset')? '{' (expression (',' expression)*)? '}' | '[' (expression (','
    expression)*)? ']' | 'multiset' '(' expression ')' | ('map' | 'imap') '[' (closed ':=' expression (',' closed ':='
    expression)*)? ']' | 'seq' ('<' type '>')? '(' expression ',' expression ')'
literal: 'true' | 'false' | 'null' | number | '0x1F' | '1_000' | '1.5' | "'a'" | '"text"' | '@"a""b"' | "'\\n'"
endless: 'if' closed 'then' expression 'else' expression | 'if' maybe ':|' closed 'then' expression 'else' expression
    | ('forall' | 'exists') quantified '::' expression | 'match' closed ('case' pattern '=>' expression)+ | 'match'
    closed '{' ('case' pattern '=>' expression)* '}' | ('set' | 'iset') domain_of ('::' expression)? | ('map' |
    'imap') domain_of '::' expression (':=' expression)? | 'var' maybe (',' maybe)* ':=' closed (',' closed)* ';'
    expression | 'var' upper? '(' maybe ',' maybe ')' ':=' closed ';' expression | 'var' maybe ':|' closed ';'
    expression | '(' 'ghost' 'var' maybe ':|' closed ';' expression ')' | 'var' maybe ':-' closed ';' expression |
    ':-' closed ';' expression | 'assert' closed ';' expression
quantified: bound (',' bound)* attribute* ('|' relational)?
domain_of: bound (',' bound)* '|' relational
bound: maybe | maybe '<-' postfix
name: 'a' | 'b' | 'x' | 'y' | 'n' | 'foo' | "x'" | 'is_it?' | 'to' | 'u_1'
upper: 'A' | 'B' | 'Tree' | 'T' | "C'"
number: '0' | '1' | '42'
"""

_TOKEN = re.compile(r"'(?:[^'\\\\]|\\\\.)*'|\"[^\"]*\"|[\w_]+|[()|?*+]")
Part = tuple[str, object]


@frozen(slots=True)
class Grammar:
    """The rules, each with the fewest rules inside each other that it takes to end."""

    rules: dict[str, Part]
    least: dict[str, int] = field(factory=dict)

    def words(self, rule: str, random: Random) -> list[str]:
        """The words of what a rule stands for."""
        found: list[str] = []
        self._derive(("rule", rule), random, 0, found)
        return found

    def _derive(self, part: Part, random: Random, depth: int, found: list[str]) -> None:
        kind, inner = part
        deep = depth > DEEPEST
        match kind, inner:
            case "word", str(word):
                found.append(word)
            case "rule", str(name):
                self._derive(self.rules[name], random, depth + 1, found)
            case "sequence", list(parts):
                for each in parts:
                    self._derive(each, random, depth, found)
            case "choice", list(parts):
                least = min(map(self.cost, parts))
                short = [each for each in parts if self.cost(each) == least]
                self._derive(random.choice(short if deep else parts), random, depth, found)
            case (("?" | "*" | "+"), tuple(repeated)):
                most = 1 if kind == "?" else MOST
                times = random.choice((0, 0, *range(most + 1))) if not deep else 0
                for _ in range(max(times, kind == "+")):
                    self._derive(repeated, random, depth, found)

    def cost(self, part: Part) -> int:
        """How many rules inside each other a part needs."""
        kind, inner = part
        match kind, inner:
            case "rule", str(name):
                return 1 + self.least.get(name, DEEPEST * 100)
            case "sequence", list(parts):
                return max(map(self.cost, parts), default=0)
            case "choice", list(parts):
                return min(map(self.cost, parts))
            case "+", tuple(repeated):
                return self.cost(repeated)
            case _:
                return 0


def _grammar() -> Grammar:
    texts = re.split(r"^(\w+): ", _RULES, flags=re.M)[1:]
    found = Grammar({name: _choice(_TOKEN.findall(text)) for name, text in zip(texts[::2], texts[1::2], strict=True)})
    changing = True
    while changing:
        costs = {name: found.cost(part) for name, part in found.rules.items()}
        changing = costs != found.least
        found.least.update(costs)
    return found


def _choice(tokens: list[str]) -> Part:
    """The part that the first tokens are, up to a closing parenthesis; they are taken."""
    alternatives: list[list[Part]] = [[]]
    while tokens and tokens[0] != ")":
        token = tokens.pop(0)
        if token == "|":
            alternatives.append([])
        elif token == "(":
            alternatives[-1].append(_choice(tokens))
            tokens.pop(0)
        elif token in ("?", "*", "+"):
            alternatives[-1].append((token, alternatives[-1].pop()))
        elif token[0] in "'\"":
            alternatives[-1].append(("word", token[1:-1]))
        else:
            alternatives[-1].append(("rule", token))
    return "choice", [("sequence", parts) for parts in alternatives]


GRAMMAR = _grammar()


def programs(seed: int, count: int) -> Iterator[list[str]]:
    """So many programs; others for another seed."""
    random = Random(seed)
    for _ in range(count):
        yield GRAMMAR.words("program", random)


def spaced(words: list[str], random: Random | None = None) -> str:
    """The text of a program. `random`: with other white space between its words, and comments."""
    gaps = (" ",) if random is None else (" ", "\n", "  \t", " // c }\n", " /* { /* */ */ ")
    return "".join(word + (" " if random is None else random.choice(gaps)) for word in words)
