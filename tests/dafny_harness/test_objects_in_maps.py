"""Methods on objects that are the values of maps, of which the type of the map says the class."""

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

FILE = """
class Cell { var v: int var w: int constructor (a: int, b: int) ensures v == a && w == b { v, w := a, b; } }
class Other { var v: bool }
class Box<T> { var v: T constructor (x: T) ensures v == x { v := x; } }
method Change(m: map<int, Cell>, k: int) requires k in m modifies m[k]
  ensures m[k].v == old(m[k].v) + 1 && m[k].w == old(m[k].w) { m[k].v := m[k].v + 1; }
method Loosely(m: map<int, Cell>, k: int) requires k in m modifies m[k] ensures m[k].v == old(m[k].v) + 1
{ m[k].v := m[k].v + 1; }
method Values(m: map<int, Cell>, k: int) requires k in m modifies m.Values
  ensures m[k].v == 0 && m[k].w == old(m[k].w) { m[k].v := 0; }
method OfKey(m: map<Cell, int>, c: Cell) requires c in m modifies c ensures c.v == m[c] && c.w == old(c.w)
{ c.v := m[c]; }
method Boxed(m: map<int, Box<int>>, n: map<int, Cell>, k: int) requires k in m && k in n modifies m[k]
  ensures m[k].v == n[k].v { m[k].v := n[k].v; }
class Registry {
  var cells: map<int, Cell>
  var others: map<int, Other>
  constructor () ensures cells == map[] && others == map[] { cells, others := map[], map[]; }
  method Put(k: int, c: Cell) modifies this`cells ensures cells == old(cells)[k := c] { cells := cells[k := c]; }
  method Among(k: int, c: Cell) modifies this`cells ensures k in cells && cells[k] == c { cells := cells[k := c]; }
  method Both(k: int) returns (r: int) requires k in cells && k in others
    ensures r == if others[k].v then cells[k].v else 0 { r := if others[k].v then cells[k].v else 0; }
  method One(k: int) returns (r: int) requires k in cells && k in others
    ensures r >= if others[k].v then cells[k].v else 0 { r := if others[k].v then cells[k].v else 0; }
  method Set(k: int) requires k in others modifies others[k] ensures others[k].v { others[k].v := true; }
}
"""


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    path = tmp_path_factory.mktemp("files") / "file.dfy"
    path.write_text(FILE)
    found = score_file(path, DAFNY, engines_of, Scoring(made=3, mutants=1, mutate="outputs")).methods
    return {each.method.rpartition(".")[2]: each.assessed.verdict for each in found}


@pytest.mark.parametrize(
    ("method", "verdict"),
    [
        ("Change", "strong"),
        ("Loosely", "weak"),  # of w
        ("Values", "weak"),  # of the other objects in the map
        ("OfKey", "strong"),
        ("Boxed", "strong"),
        ("Put", "strong"),
        ("Among", "weak"),  # of the other keys
        ("Both", "strong"),  # the maps hold objects of two classes, which have a field of the same name
        ("One", "weak"),
        ("Set", "strong"),
    ],
)
def test_the_objects_are_of_the_class_that_the_map_holds(verdicts: dict[str, str], method: str, verdict: str) -> None:
    assert verdicts[method] == verdict
