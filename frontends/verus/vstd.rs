// The spec functions of vstd that have a definition in terms of others, as the documentation of vstd defines them.
// They are lowered as the functions of a program are, for the types that they are called with. What has no definition
// (lengths, elements, unions, …) is in library.py.

verus! {

impl<A> Seq<A> {
    spec fn first(self) -> A { self[0] }
    spec fn last(self) -> A { self[self.len() - 1] }
    spec fn take(self, n: int) -> Seq<A> { self.subrange(0, n) }
    spec fn skip(self, n: int) -> Seq<A> { self.subrange(n, self.len() as int) }
    spec fn drop_first(self) -> Seq<A> { self.subrange(1, self.len() as int) }
    spec fn drop_last(self) -> Seq<A> { self.subrange(0, self.len() - 1) }
    spec fn is_suffix_of(self, other: Seq<A>) -> bool {
        self.len() <= other.len() && self == other.subrange(other.len() - self.len(), other.len() as int)
    }
    spec fn filter(self, pred: spec_fn(A) -> bool) -> Seq<A> {
        if self.len() == 0 {
            self
        } else {
            let before = self.drop_last().filter(pred);
            if pred(self.last()) { before.push(self.last()) } else { before }
        }
    }
    spec fn fold_left<B>(self, b: B, f: spec_fn(B, A) -> B) -> B {
        if self.len() == 0 { b } else { f(self.drop_last().fold_left(b, f), self.last()) }
    }
    spec fn fold_left_alt<B>(self, b: B, f: spec_fn(B, A) -> B) -> B {
        if self.len() == 0 { b } else { self.drop_first().fold_left_alt(f(b, self[0]), f) }
    }
    spec fn fold_right<B>(self, f: spec_fn(A, B) -> B, b: B) -> B {
        if self.len() == 0 { b } else { self.drop_last().fold_right(f, f(self.last(), b)) }
    }
    spec fn fold_right_alt<B>(self, f: spec_fn(A, B) -> B, b: B) -> B {
        if self.len() == 0 { b } else { f(self[0], self.drop_first().fold_right_alt(f, b)) }
    }
    spec fn index_of(self, needle: A) -> int { choose|i: int| 0 <= i < self.len() && self[i] == needle }
    spec fn first_from(self, needle: A, i: int) -> Option<int> {
        if i >= self.len() { None } else if self[i] == needle { Some(i) } else { self.first_from(needle, i + 1) }
    }
    spec fn index_of_first(self, needle: A) -> Option<int> { self.first_from(needle, 0) }
    spec fn last_before(self, needle: A, i: int) -> Option<int> {
        if i <= 0 { None } else if self[i - 1] == needle { Some(i - 1) } else { self.last_before(needle, i - 1) }
    }
    spec fn index_of_last(self, needle: A) -> Option<int> { self.last_before(needle, self.len() as int) }
    spec fn no_duplicates(self) -> bool {
        forall|i: int, j: int| 0 <= i < self.len() && 0 <= j < self.len() && i != j ==> self[i] != self[j]
    }
    spec fn disjoint(self, other: Seq<A>) -> bool {
        forall|i: int, j: int| 0 <= i < self.len() && 0 <= j < other.len() ==> self[i] != other[j]
    }
    spec fn insert(self, i: int, a: A) -> Seq<A> { self.subrange(0, i).push(a) + self.subrange(i, self.len() as int) }
    spec fn remove(self, i: int) -> Seq<A> { self.subrange(0, i) + self.subrange(i + 1, self.len() as int) }
    spec fn remove_value(self, val: A) -> Seq<A> {
        match self.index_of_first(val) { Some(i) => self.remove(i), None => self }
    }
    spec fn reverse(self) -> Seq<A> { Seq::new(self.len(), |i: int| self[self.len() - 1 - i]) }
    spec fn zip_with<B>(self, other: Seq<B>) -> Seq<(A, B)> {
        if self.len() != other.len() { Seq::empty() } else { Seq::new(self.len(), |i: int| (self[i], other[i])) }
    }
    spec fn update_subrange_with(self, off: int, vs: Seq<A>) -> Seq<A> {
        Seq::new(self.len(), |i: int| if off <= i < off + vs.len() { vs[i - off] } else { self[i] })
    }
    spec fn flat_map<B>(self, f: spec_fn(A) -> Seq<B>) -> Seq<B> { self.map_values(f).flatten() }
    spec fn filter_map<B>(self, f: spec_fn(A) -> Option<B>) -> Seq<B> {
        if self.len() == 0 {
            Seq::empty()
        } else {
            let before = self.drop_last().filter_map(f);
            match f(self.last()) { Some(b) => before.push(b), None => before }
        }
    }
    spec fn merged_with(self, other: Seq<A>, leq: spec_fn(A, A) -> bool) -> Seq<A> {
        if self.len() == 0 {
            other
        } else if other.len() == 0 {
            self
        } else if leq(self.first(), other.first()) {
            seq![self.first()] + self.drop_first().merged_with(other, leq)
        } else {
            seq![other.first()] + self.merged_with(other.drop_first(), leq)
        }
    }
    spec fn sort_by(self, leq: spec_fn(A, A) -> bool) -> Seq<A> {
        if self.len() <= 1 {
            self
        } else {
            let middle = self.len() / 2;
            self.take(middle).sort_by(leq).merged_with(self.skip(middle).sort_by(leq), leq)
        }
    }
    spec fn max_via(self, leq: spec_fn(A, A) -> bool) -> A {
        if self.len() <= 1 {
            self[0]
        } else {
            let rest = self.drop_first().max_via(leq);
            if leq(self[0], rest) { rest } else { self[0] }
        }
    }
    spec fn min_via(self, leq: spec_fn(A, A) -> bool) -> A {
        if self.len() <= 1 {
            self[0]
        } else {
            let rest = self.drop_first().min_via(leq);
            if leq(rest, self[0]) { rest } else { self[0] }
        }
    }
}

// vstd::string, of what is written.
impl Seq<char> {
    spec fn is_ascii(self) -> bool { forall|i: int| 0 <= i < self.len() ==> '\0' <= self[i] <= '\u{7f}' }
}

// vstd::relations, as far as it is about values that are there to be compared.
spec fn sorted_by<T>(a: Seq<T>, less_than: spec_fn(T, T) -> bool) -> bool {
    forall|i: int, j: int| 0 <= i < j < a.len() ==> less_than(a[i], a[j])
}
spec fn flatten_sequences<A>(s: Seq<Seq<A>>) -> Seq<A> {
    if s.len() == 0 { Seq::empty() } else { s.first() + flatten_sequences(s.drop_first()) }
}
spec fn largest_of(s: Seq<int>) -> int {
    if s.len() == 0 {
        0
    } else if s.len() == 1 {
        s[0]
    } else {
        let rest = largest_of(s.drop_first());
        if s[0] >= rest { s[0] } else { rest }
    }
}
spec fn smallest_of(s: Seq<int>) -> int {
    if s.len() == 0 {
        0
    } else if s.len() == 1 {
        s[0]
    } else {
        let rest = smallest_of(s.drop_first());
        if s[0] <= rest { s[0] } else { rest }
    }
}

impl<T> Option<T> {
    spec fn is_some_and(self, f: spec_fn(T) -> bool) -> bool { match self { Some(x) => f(x), None => false } }
    spec fn is_none_or(self, f: spec_fn(T) -> bool) -> bool { match self { Some(x) => f(x), None => true } }
    spec fn unwrap(self) -> T { self->0 }
    spec fn expect(self, message: &str) -> T { self->0 }
    spec fn unwrap_or(self, other: T) -> T { match self { Some(x) => x, None => other } }
}

impl<T, E> Result<T, E> {
    spec fn unwrap(self) -> T { self->Ok_0 }
    spec fn unwrap_err(self) -> E { self->Err_0 }
}

spec fn pow(b: int, e: nat) -> int { if e == 0 { 1 } else { b * pow(b, (e - 1) as nat) } }
spec fn pow2(e: nat) -> nat { pow(2, e) as nat }
spec fn log(base: int, value: int) -> int {
    if value < base || value / base >= value || value / base < 0 { 0 } else { 1 + log(base, value / base) }
}
spec fn abs(x: int) -> nat { (if x < 0 { -x } else { x }) as nat }
spec fn max(x: int, y: int) -> int { if x > y { x } else { y } }
spec fn min(x: int, y: int) -> int { if x < y { x } else { y } }
spec fn utf8_size(s: Seq<char>) -> nat {
    if s.len() == 0 {
        0
    } else {
        let code = s.last() as int;
        let size: nat = if code < 0x80 { 1 } else if code < 0x800 { 2 } else if code < 0x10000 { 3 } else { 4 };
        utf8_size(s.drop_last()) + size
    }
}
spec fn bit_length_of(n: int) -> nat { if n <= 0 { 0 } else { bit_length_of(n / 2) + 1 } }
spec fn bits_of_both(a: int, b: int) -> int {
    if a == 0 || b == 0 {
        0
    } else if a == -1 {
        b
    } else if b == -1 {
        a
    } else {
        2 * bits_of_both(a / 2, b / 2) + (if a % 2 == 1 && b % 2 == 1 { 1 } else { 0 })
    }
}
spec fn one_bits_of(n: int) -> nat { if n <= 0 { 0 } else { one_bits_of(n / 2) + (n % 2) as nat } }
spec fn trailing_zero_bits_of(n: int) -> nat { if n <= 0 || n % 2 == 1 { 0 } else { trailing_zero_bits_of(n / 2) + 1 } }
spec fn clip(x: int) -> nat { (if x < 0 { 0 } else { x }) as nat }

}
