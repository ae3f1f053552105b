//// strong
method M(m: map<int, int>, k: int) returns (r: map<int, int>) ensures r == m[k := 1] { r := m[k := 1]; }
//// weak
method M(m: map<int, int>, k: int) returns (r: map<int, int>) ensures k in r && r[k] == 1 { r := m[k := 1]; }
//// strong
method M(m: map<int, bool>) returns (r: set<int>) ensures r == m.Keys { r := m.Keys; }
//// strong
method M(m: map<int, bool>) returns (r: set<bool>) ensures forall b :: b in r <==> exists k :: k in m && m[k] == b { r := m.Values; }
//// strong
method M(m: map<int, bool>) returns (r: set<(int, bool)>) ensures r == m.Items { r := m.Items; }
//// strong
method M(m: map<int, int>) returns (r: map<int, int>) ensures r.Keys == m.Keys && forall k :: k in m ==> r[k] == m[k] + 1 { r := map k | k in m :: m[k] + 1; }
//// weak
method M(m: map<int, int>) returns (r: map<int, int>) ensures r.Keys <= m.Keys && forall k :: k in r ==> r[k] == m[k] + 1 { r := map k | k in m :: m[k] + 1; }
//// 4 strong
method M(m: map<int, int>, n: map<int, int>, s: set<int>) returns (r: map<int, int>) ensures r == «m + n¦m - s¦(m + n) - s» { r := «m + n¦m - s¦(m + n) - s»; }
//// 4 strong
method M(s: set<int>) returns (r: map<int, int>) ensures r.Keys == (set x | x in s :: x + 1) && forall k :: k in r ==> r[k] == k - 1 { r := map x | x in s :: x + 1 := x; }
//// strong
method M(m: map<int, int>, k: int, d: int) returns (r: int) ensures r == if k in m then m[k] else d { if k in m { r := m[k]; } else { r := d; } }
//// strong
method M(m: map<int, int>, k: int) returns (r: bool) ensures r == (k !in m || m[k] > 0) { r := k in m ==> m[k] > 0; }
//// strong
method M(s: multiset<int>, k: int) returns (r: multiset<int>) ensures r == «s[k := 2]¦s + multiset{k}¦s - multiset{k}¦s * multiset{k, k}» { r := «s[k := 2]¦s + multiset{k}¦s - multiset{k}¦s * multiset{k, k}»; }
//// weak
method M(s: multiset<int>, k: int) returns (r: multiset<int>) ensures r[k] == s[k] + 1 { r := s + multiset{k}; }
//// strong
method M(s: seq<int>) returns (r: multiset<int>) ensures forall x :: r[x] == multiset(s)[x] { r := multiset(s); }
//// strong
method M(s: set<int>, t: set<int>) returns (r: bool) ensures r == «(s !! t)¦(s < t)¦(s <= t)¦(s * t == {})¦(s - t == {})» { r := «s !! t¦s < t¦s <= t¦s * t == {}¦s - t == {}»; }
//// 4 strong
method M(m: map<int, int>) returns (s: set<(int, int)>) ensures s == m.Items { s := set k | k in m :: (k, m[k]); }
//// 4 strong
method M(m: map<int, set<int>>) returns (r: set<int>) ensures r == set k, x | k in m && x in m[k] :: x { r := {}; var ks := m.Keys; while ks != {} invariant ks <= m.Keys invariant r == set k, x | k in m && k !in ks && x in m[k] :: x { var k :| k in ks; r := r + m[k]; ks := ks - {k}; } }
//// 4 strong
method M(s: seq<int>) returns (m: map<int, nat>) ensures m == map i | 0 <= i < |s| :: i := |s| - i { m := map i | 0 <= i < |s| :: i := |s| - i; }
