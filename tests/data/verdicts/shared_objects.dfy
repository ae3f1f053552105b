class Node { var val: int var next: Node? constructor (v: int) ensures val == v && next == null { val := v; next := null; } }
class Queue { var items: seq<int> constructor () ensures items == [] { items := []; } method Enq(x: int) modifies this ensures items == old(items) + [x] { items := items + [x]; } method Deq() returns (x: int) requires items != [] modifies this ensures x == old(items)[0] && items == old(items)[1..] { x := items[0]; items := items[1..]; } }
class Graph { var edges: map<int, set<int>> constructor () ensures edges == map[] { edges := map[]; } method AddNode(n: int) modifies this ensures edges == if n in old(edges) then old(edges) else old(edges)[n := {}] { if n !in edges { edges := edges[n := {}]; } } method AddEdge(a: int, b: int) requires a in edges && b in edges modifies this ensures edges == old(edges)[a := old(edges)[a] + {b}] { edges := edges[a := edges[a] + {b}]; } }
class Room { var guests: set<int> var cap: nat constructor (c: nat) ensures guests == {} && cap == c { guests := {}; cap := c; } method Enter(g: int) returns (ok: bool) modifies this ensures cap == old(cap) ensures ok <==> g !in old(guests) && |old(guests)| < cap ensures guests == if ok then old(guests) + {g} else old(guests) { ok := g !in guests && |guests| < cap; if ok { guests := guests + {g}; } } }
//= strong
method Transfer(a: Queue, b: Queue) requires a != b && a.items != [] modifies a, b ensures a.items == old(a.items)[1..] && b.items == old(b.items) + [old(a.items)[0]] { var x := a.Deq(); b.Enq(x); }
//= weak
method TransferW(a: Queue, b: Queue) requires a != b && a.items != [] modifies a, b ensures |a.items| == old(|a.items|) - 1 && |b.items| == old(|b.items|) + 1 { var x := a.Deq(); b.Enq(x); }
//= weak
method TransferPre(a: Queue, b: Queue) requires a != b modifies a, b ensures old(|a.items|) > 0 ==> a.items == old(a.items)[1..] && b.items == old(b.items) + [old(a.items)[0]] { var x := a.Deq(); b.Enq(x); }
//= weak
method CommonItems(a: Queue, b: Queue) returns (s: seq<int>) ensures forall x :: x in s <==> x in a.items && x in b.items { s := []; for i := 0 to |a.items| { if a.items[i] in b.items { s := s + [a.items[i]]; } } }
//= strong
method CommonSet(a: Queue, b: Queue) returns (s: set<int>) ensures forall x :: x in s <==> x in a.items && x in b.items { s := set x | x in a.items && x in b.items; }
//= weak
method SharedSome(a: Queue, b: Queue) returns (t: bool) ensures t ==> exists x :: x in a.items && x in b.items { t := false; for i := 0 to |a.items| { if a.items[i] in b.items { t := true; } } }
//= strong
method Shared(a: Queue, b: Queue) returns (t: bool) ensures t <==> exists x :: x in a.items && x in b.items { t := false; for i := 0 to |a.items| { if a.items[i] in b.items { t := true; } } }
//= wrong
method SharedWrong(a: Queue, b: Queue) returns (t: bool) ensures t <==> exists x :: x in a.items && x in b.items { t := a.items != [] && a.items == b.items; }
//= strong
method BothIn(p: Room, q: Room) returns (s: set<int>) ensures s == p.guests * q.guests { s := p.guests * q.guests; }
//= weak
method BothInW(p: Room, q: Room) returns (s: set<int>) ensures s <= p.guests && s <= q.guests { s := p.guests * q.guests; }
//= wrong
method BothInWrong(p: Room, q: Room) returns (s: set<int>) ensures s == p.guests * q.guests { s := {}; }
//= strong
method Move(p: Room, q: Room, g: int) requires p != q && g in p.guests && g !in q.guests && |q.guests| < q.cap modifies p, q ensures p.guests == old(p.guests) - {g} && q.guests == old(q.guests) + {g} ensures p.cap == old(p.cap) && q.cap == old(q.cap) { p.guests := p.guests - {g}; var ok := q.Enter(g); }
//= weak
method MoveW(p: Room, q: Room, g: int) requires p != q && g in p.guests && g !in q.guests && |q.guests| < q.cap modifies p, q ensures g in q.guests && g !in p.guests ensures p.cap == old(p.cap) && q.cap == old(q.cap) { p.guests := p.guests - {g}; var ok := q.Enter(g); }
//= strong
method SameEdges(g: Graph, h: Graph) returns (b: bool) ensures b <==> g.edges == h.edges { b := g.edges == h.edges; }
//= weak
method SameNodes(g: Graph, h: Graph) returns (b: bool) ensures b ==> g.edges.Keys == h.edges.Keys { b := g.edges == h.edges; }
//= strong
method CommonNodes(g: Graph, h: Graph) returns (n: nat) ensures n == |g.edges.Keys * h.edges.Keys| { n := |g.edges.Keys * h.edges.Keys|; }
//= wrong
method CommonNodesWrong(g: Graph, h: Graph) returns (n: nat) ensures n == |g.edges.Keys * h.edges.Keys| { n := if g.edges.Keys == h.edges.Keys then |g.edges| else 0; }
//= strong up to choice
method PickGuest(p: Room) returns (g: int) requires p.guests != {} ensures g in p.guests { g :| g in p.guests; }
//= strong up to choice
method PickRoom(rs: set<Room>) returns (r: Room) requires rs != {} ensures r in rs { r :| r in rs; }
//= weak
method PickRoomW(rs: set<Room>) returns (r: Room) requires exists q :: q in rs && |q.guests| == 0 ensures r in rs { r :| r in rs && |r.guests| == 0; }
//= strong
method Link(a: Node, b: Node) modifies a ensures a.next == b && a.val == old(a.val) { a.next := b; }
//= weak
method LinkW(a: Node, b: Node) modifies a ensures a.next != null && a.val == old(a.val) { a.next := b; }
//= strong
method Second(a: Node) returns (v: int) ensures a.next == null ==> v == a.val ensures a.next != null ==> v == a.next.val { if a.next == null { v := a.val; } else { v := a.next.val; } }
//= weak
method SecondW(a: Node) returns (v: int) ensures a.next != null ==> v == a.next.val { if a.next == null { v := a.val; } else { v := a.next.val; } }
//= weak
method SecondPre(a: Node) returns (v: int) ensures a.next != null ==> v == a.next.val { v := a.next.val; }
//= strong
method Drain(q: Queue) returns (s: seq<int>) modifies q ensures s == old(q.items) && q.items == [] { s := []; while q.items != [] decreases |q.items| { var x := q.Deq(); s := s + [x]; } }
//= weak
method DrainW(q: Queue) returns (s: seq<int>) modifies q ensures multiset(s) == multiset(old(q.items)) && q.items == [] { s := []; while q.items != [] decreases |q.items| { var x := q.Deq(); s := s + [x]; } }
//= vacuous
method NeverRoom(p: Room) requires |p.guests| > 0 && p.guests == {} modifies p ensures p.cap == 0 { p.cap := 0; }
