// Classes and traits: fields of objects that have a name are variables.

trait Named {
  var name: string
  predicate HasName() reads this { |name| > 0 }
}

class Account extends Named {
  var balance: int
  var history: array<int>
  var next: Account?
  ghost var Repr: set<object>
  const limit: nat
  const step := 10

  predicate Valid() reads this { -limit <= balance && HasName() }
  predicate Owns() reads this, Repr { this in Repr }
  function method Room(): int reads this { balance + limit }
  function Reach(): int reads this, next { if next == null then 0 else 1 + next.Reach() }

  constructor (owner: string, limit: nat)
    requires |owner| > 0
    ensures name == owner && balance == 0 && this.limit == limit
    ensures Valid()
  { name := owner; balance := 0; this.limit := limit; }

  method Withdraw(amount: int) returns (ok: bool)
    requires Valid() && amount >= 0
    modifies this
    ensures Valid()
    ensures ok <==> old(Room()) >= amount
    ensures balance == (if ok then old(balance) - amount else old(balance))
    ensures name == old(name)
  { ok := Room() >= amount; if ok { balance := balance - amount; } }

  method Move(to: Account, amount: int)
    requires to != this && amount >= step
    modifies this, to
    ensures balance == old(balance) - amount
    ensures to.balance == old(to.balance) + amount
  { balance := balance - amount; to.balance := to.balance + amount; }

  method Last() returns (r: int)
    requires history.Length > 0
    ensures r == history[history.Length - 1]
    ensures r in history[..]
  { r := history[history.Length - 1]; }

  method Note(x: int)
    requires history.Length > 0
    modifies history
    ensures history[0] == x && history[1..] == old(history[1..])
  { history[0] := x; }

  method Unsaid() modifies this ensures next == null ensures Owns() ensures Reach() == 0 ensures history == old(history)

  static method Total(a: Account, b: Account) returns (r: int)
    ensures r == a.balance + b.balance
  { r := a.balance + b.balance; }
}

method AccountTest()
{
  var a := new Account("ann", 5);
  assert a.balance == 0 && a.limit == 5;
  assert a.name == "ann";
  var b := a.Withdraw(3);
  assert b && a.balance == -3;
  assert a.name == "ann";
  var c := a.Withdraw(3);
  assert !c;
  assert a.balance == -3 && a.name == "ann";
  var d := a;
  var e := new Account("eve", 0);
  assert e.balance == 0;
  d.balance := 20;
  a.Move(e, 15);
  assert d.balance == 5 && e.balance == 15;
  var t := Account.Total(a, e);
  assert t == 20;
  assert a.history[..] == [4, 5];
  a.Note(7);
  assert a.history[..] == [7, 5];
  var l := a.Last();
  assert l == 5;
  while a.balance > 0 { a.balance := a.balance - 1; }
  var u := Account.Total(e, e);
  assert u == 30;
  var v := Account.Total(a, e);
  assert v == 15;
}
