"""What was found of vericoding's specifications in Verus by programs of the tests, as text for docs/results.md."""

VERUS = """\
## Specifications in Verus

Of vericoding's tasks in Verus (our half), these 24 accept one constant for all inputs that their precondition allows,
which is proved (`python tests/frontends/verus/constants.py vericoding/verus/SET`; a part of the sets was run, \
so there
are more):

| set | constant | tasks |
| --- | --- | --- |
| apps | `r = 0` | 106, 11, 1134, 1240, 1361, 1430, 1451, 2209, 244, 2627 |
| apps | `r = 1` | 1909, 2633 |
| apps | `r = ""` | 2350 |
| apps | `r = vec![]` | 2396 |
| dafnybench | `r = 1` | Software-Verification … subsequence |
| dafnybench | `r = vec![]` | dafny-synthesis_task_id_161_RemoveElements |
| verina | `r = 0` | verina_advanced_30, verina_advanced_33, verina_advanced_38, verina_advanced_4, \
verina_advanced_63, verina_advanced_70, verina_advanced_74 |
| verina | `r = 1` | verina_advanced_58 |

The same task in Dafny and in Verus: where the types agree, preconditions and postconditions of both are \
evaluated on the
same values (`python tests/frontends/verus/twins.py vericoding/verus/SET vericoding/dafny/SET`). Of humaneval \
60 agree, 4
differ and 13 have other types; of verina 27 agree, none differs and 45 have other types. The four differ in \
their texts:

- `humaneval_030`: in Verus `count_positives` is the length, so that no output is accepted for `[0]`.
- `humaneval_103`: `(n > m) ==> a && (n <= m) ==> b` is `(n > m) ==> ((a && n <= m) ==> b)`: for `n > m` all is \
accepted.
- `humaneval_116`: length and multiset stand inside `forall i, j`, so that `[0]` is accepted for `[]`.
- `humaneval_163`: in Verus nothing says that numbers lie between a and b, or that none is missing.
"""
