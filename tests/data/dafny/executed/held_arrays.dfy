class Node { var a: array<int>; var next: Node?; constructor (n: nat) ensures a.Length == n && fresh(a) { a := new int[n]; next := null; } }
class Row { var cells: array<char>; var other: array?<int>; constructor () { cells := new char[2](i => 'x'); other := null; } }
class Table { var rows: seq<Row>; var first: Row; constructor () { var r := new Row(); var q := new Row(); first := r; rows := [r, q, r]; }
  method Put(i: nat, c: char) modifies rows[i].cells requires i < |rows| { rows[i].cells[0] := c; }
  method Count() returns (n: int) { n := 0; var i := 0; while i < |rows| { if rows[i].cells[0] == 'x' { n := n + 1; } i := i + 1; } } }
method Main() {
  var n := new Node(3); n.next := n; n.next.next.a[2] := 9; print "1 ", n.a[..], " ", n.next.a.Length, " ", n.next.a[2], n.next.next.a[..2], "\n";
  var m := new Node(2); n.next := m; m.a[1] := 4; print "2 ", n.next.a[1], " ", n.next.a[..], " ", n.next.a.Length, "\n";
  n.next.a[0] := n.next.a[1] + n.a[2]; print "3 ", m.a[..], "\n";
  var s := [n, m]; var i := 0; while i < 2 { s[i].a[0] := s[i].a[s[i].a.Length - 1] + 1; i := i + 1; } print "4 ", n.a[..], m.a[..], " ", s[1].a[0], "\n";
  n.next.a := n.a; n.next.a[1] := 70; print "5 ", m.a[..], n.a[..], " ", s[0].a[1] == s[1].a[1], "\n";
  print "6\n";
  var t := new Table(); t.Put(0, 'a'); print "7 ", t.rows[0].cells[..], t.rows[2].cells[0], t.first.cells[0], t.rows[1].cells[..], "\n";
  var c := t.Count(); print "8 ", c, "\n";
  t.rows[1].other := new int[2](i => 5 + i); print "9 ", t.rows[1].other[1], " ", t.rows[1].other != null, " ", t.rows[0].other == null, "\n";
  var x := if n.next.next == null then n.next.a.Length else 0; print "10 ", x, "\n";
  var d := map[1 := m]; d[1].a[0] := -1; print "11 ", m.a[0], n.a[0], d[1].a[0], "\n";
  forall k | 0 <= k < 3 { n.next.a[k] := k; } print "12 ", n.a[..], "\n";
  var w := s[1].a; w[0] := 55; print "13 ", s[1].a[0], " ", |set k | k in s[1].a[..]|, "\n";
  var old0 := n.next.a[..]; n.next.a[0] := 1; print "14 ", old0, n.next.a[..], " ", old0 == n.next.a[..], "\n";
  print "15 ", forall j :: 0 <= j < n.next.a.Length ==> n.next.a[j] >= 0, " ", exists j | 0 <= j < 3 :: s[0].a[j] == 2, "\n";
}
