//// 4 strong
codatatype Stream = Cons(hd: int, tl: Stream)
function Ones(): Stream { Cons(1, Ones()) }
greatest predicate Pos[nat](s: Stream) { s.hd > 0 && Pos(s.tl) }
greatest lemma OnesPos[nat]() ensures Pos(Ones()) { }
