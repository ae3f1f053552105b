// Functions of the standard library of Rust that bodies call, as its documentation defines them. They are run in place,
// so that they may take closures. What its documentation leaves open is `unspecified`.

verus! {

impl<T> Option<T> {
    fn is_some_and(self, f: impl FnOnce(T) -> bool) -> bool { match self { Some(x) => f(x), None => false } }
    fn is_none_or(self, f: impl FnOnce(T) -> bool) -> bool { match self { Some(x) => f(x), None => true } }
    fn map<U>(self, f: impl FnOnce(T) -> U) -> Option<U> { match self { Some(x) => Some(f(x)), None => None } }
    fn inspect(self, f: impl FnOnce(T)) -> Option<T> { if let Some(x) = self { f(x); } self }
    fn map_or<U>(self, default: U, f: impl FnOnce(T) -> U) -> U { match self { Some(x) => f(x), None => default } }
    fn map_or_else<U>(self, default: impl FnOnce() -> U, f: impl FnOnce(T) -> U) -> U {
        match self { Some(x) => f(x), None => default() }
    }
    fn and<U>(self, other: Option<U>) -> Option<U> { match self { Some(x) => other, None => None } }
    fn and_then<U>(self, f: impl FnOnce(T) -> Option<U>) -> Option<U> { match self { Some(x) => f(x), None => None } }
    fn filter(self, f: impl FnOnce(&T) -> bool) -> Option<T> {
        match self { Some(x) => if f(&x) { Some(x) } else { None }, None => None }
    }
    fn or(self, other: Option<T>) -> Option<T> { match self { Some(x) => Some(x), None => other } }
    fn or_else(self, f: impl FnOnce() -> Option<T>) -> Option<T> { match self { Some(x) => Some(x), None => f() } }
    fn xor(self, other: Option<T>) -> Option<T> {
        match self {
            Some(x) => if other.is_none() { Some(x) } else { None },
            None => other,
        }
    }
    fn ok_or<E>(self, error: E) -> Result<T, E> { match self { Some(x) => Ok(x), None => Err(error) } }
    fn ok_or_else<E>(self, f: impl FnOnce() -> E) -> Result<T, E> { match self { Some(x) => Ok(x), None => Err(f()) } }
    fn unwrap_or_else(self, f: impl FnOnce() -> T) -> T { match self { Some(x) => x, None => f() } }
    fn unwrap_or_default(self) -> T { match self { Some(x) => x, None => T::default() } }
    fn take(&mut self) -> Option<T> { let taken = *self; *self = None; taken }
    fn replace(&mut self, value: T) -> Option<T> { let replaced = *self; *self = Some(value); replaced }
    fn insert(&mut self, value: T) -> T { *self = Some(value); value }
    fn get_or_insert(&mut self, value: T) -> T {
        if self.is_none() { *self = Some(value); }
        self.unwrap()
    }
    fn get_or_insert_with(&mut self, f: impl FnOnce() -> T) -> T {
        if self.is_none() { *self = Some(f()); }
        self.unwrap()
    }
    fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        match self { Some(x) => match other { Some(y) => Some((x, y)), None => None }, None => None }
    }
    fn flatten(self) -> T { match self { Some(x) => x, None => None } }
}

impl<T, E> Result<T, E> {
    fn is_ok_and(self, f: impl FnOnce(T) -> bool) -> bool { match self { Ok(x) => f(x), Err(e) => false } }
    fn is_err_and(self, f: impl FnOnce(E) -> bool) -> bool { match self { Ok(x) => false, Err(e) => f(e) } }
    fn ok(self) -> Option<T> { match self { Ok(x) => Some(x), Err(e) => None } }
    fn err(self) -> Option<E> { match self { Ok(x) => None, Err(e) => Some(e) } }
    fn map<U>(self, f: impl FnOnce(T) -> U) -> Result<U, E> { match self { Ok(x) => Ok(f(x)), Err(e) => Err(e) } }
    fn map_err<F>(self, f: impl FnOnce(E) -> F) -> Result<T, F> { match self { Ok(x) => Ok(x), Err(e) => Err(f(e)) } }
    fn map_or<U>(self, default: U, f: impl FnOnce(T) -> U) -> U { match self { Ok(x) => f(x), Err(e) => default } }
    fn map_or_else<U>(self, default: impl FnOnce(E) -> U, f: impl FnOnce(T) -> U) -> U {
        match self { Ok(x) => f(x), Err(e) => default(e) }
    }
    fn and<U>(self, other: Result<U, E>) -> Result<U, E> { match self { Ok(x) => other, Err(e) => Err(e) } }
    fn and_then<U>(self, f: impl FnOnce(T) -> Result<U, E>) -> Result<U, E> {
        match self { Ok(x) => f(x), Err(e) => Err(e) }
    }
    fn or<F>(self, other: Result<T, F>) -> Result<T, F> { match self { Ok(x) => Ok(x), Err(e) => other } }
    fn or_else<F>(self, f: impl FnOnce(E) -> Result<T, F>) -> Result<T, F> {
        match self { Ok(x) => Ok(x), Err(e) => f(e) }
    }
    fn unwrap_or_else(self, f: impl FnOnce(E) -> T) -> T { match self { Ok(x) => x, Err(e) => f(e) } }
    fn unwrap_or_default(self) -> T { match self { Ok(x) => x, Err(e) => T::default() } }
    fn unwrap_err(self) -> E { match self { Ok(x) => panic!(), Err(e) => e } }
    fn expect_err(self, message: &str) -> E { match self { Ok(x) => panic!(), Err(e) => e } }
}

impl Ordering {
    fn is_eq(self) -> bool { self == Ordering::Equal }
    fn is_ne(self) -> bool { self != Ordering::Equal }
    fn is_lt(self) -> bool { self == Ordering::Less }
    fn is_gt(self) -> bool { self == Ordering::Greater }
    fn is_le(self) -> bool { self != Ordering::Greater }
    fn is_ge(self) -> bool { self != Ordering::Less }
    fn reverse(self) -> Ordering {
        match self {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        }
    }
    fn then(self, other: Ordering) -> Ordering { if self == Ordering::Equal { other } else { self } }
    fn then_with(self, f: impl FnOnce() -> Ordering) -> Ordering {
        if self == Ordering::Equal { f() } else { self }
    }
}

impl bool {
    fn then<T>(self, f: impl FnOnce() -> T) -> Option<T> { if self { Some(f()) } else { None } }
    fn then_some<T>(self, value: T) -> Option<T> { if self { Some(value) } else { None } }
}

impl int {
    fn to_string(self) -> String {
        let mut digits: Vec<char> = Vec::new();
        let mut rest: int = self;
        if rest < 0 { rest = 0 - rest; }
        loop {
            digits.insert(0, (48 + rest % 10) as u8 as char);
            rest = rest / 10;
            if rest == 0 { break; }
        }
        if self < 0 { digits.insert(0, '-'); }
        digits.into_iter().collect()
    }
}

impl<T> Vec<T> {
    // Stable, as all of these are but those called `unstable`, which say nothing of elements that compare equal.
    fn sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        let mut sorted: usize = 1;
        while sorted < self.len() {
            let mut place = sorted;
            while place > 0 && compare(&self[place - 1], &self[place]) == Ordering::Greater {
                self.swap(place - 1, place);
                place -= 1;
            }
            sorted += 1;
        }
        // Of what is no total order "the resulting order of elements is unspecified".
        let mut first: usize = 0;
        while first < self.len() {
            let mut wanted = Ordering::Equal;
            let mut second = first + 1;
            while second < self.len() {
                if compare(&self[second - 1], &self[second]) != Ordering::Equal { wanted = Ordering::Less; }
                if compare(&self[first], &self[second]) != wanted { unspecified(); }
                if compare(&self[second], &self[first]) != wanted.reverse() { unspecified(); }
                second += 1;
            }
            first += 1;
        }
    }
    fn sort_by_key<K>(&mut self, f: impl FnMut(&T) -> K) { self.sort_by(|a, b| f(a).cmp(&f(b))); }
    fn sort_by_cached_key<K>(&mut self, f: impl FnMut(&T) -> K) { self.sort_by(|a, b| f(a).cmp(&f(b))); }
    fn sort_unstable_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        self.sort_by(|a, b| compare(a, b));
        let mut place: usize = 1;
        while place < self.len() {
            if self[place - 1] != self[place] && compare(&self[place - 1], &self[place]) == Ordering::Equal {
                unspecified();
            }
            place += 1;
        }
    }
    fn sort_unstable_by_key<K>(&mut self, f: impl FnMut(&T) -> K) { self.sort_unstable_by(|a, b| f(a).cmp(&f(b))); }
    fn sort(&mut self) { self.sort_by(|a, b| a.cmp(b)); }
    fn sort_unstable(&mut self) { self.sort_by(|a, b| a.cmp(b)); }
    fn is_sorted(&self) -> bool {
        let mut place: usize = 1;
        while place < self.len() {
            if self[place - 1] > self[place] { return false; }
            place += 1;
        }
        true
    }
    fn dedup_by_key<K>(&mut self, key: impl FnMut(&T) -> K) {
        let mut place: usize = 1;
        while place < self.len() {
            if key(&self[place]) == key(&self[place - 1]) { self.remove(place); } else { place += 1; }
        }
    }
    fn dedup(&mut self) { self.dedup_by_key(|x| x); }
    fn retain(&mut self, f: impl FnMut(&T) -> bool) {
        let mut place: usize = 0;
        while place < self.len() {
            if f(&self[place]) { place += 1; } else { self.remove(place); }
        }
    }
    fn partition_point(&self, before: impl FnMut(&T) -> bool) -> usize {
        let mut count: usize = 0;
        while count < self.len() && before(&self[count]) { count += 1; }
        let mut place = count;
        while place < self.len() {
            if before(&self[place]) { unspecified(); }
            place += 1;
        }
        count
    }
    fn binary_search_by(&self, compare: impl FnMut(&T) -> Ordering) -> Result<usize, usize> {
        let mut below: usize = 0;
        while below < self.len() && compare(&self[below]) == Ordering::Less { below += 1; }
        let mut equal = below;
        while equal < self.len() && compare(&self[equal]) == Ordering::Equal { equal += 1; }
        let mut place = equal;
        while place < self.len() {
            if compare(&self[place]) != Ordering::Greater { unspecified(); }
            place += 1;
        }
        if equal - below > 1 { unspecified(); }
        if equal > below { Ok(below) } else { Err(below) }
    }
    fn binary_search(&self, x: &T) -> Result<usize, usize> { self.binary_search_by(|y| y.cmp(x)) }
    fn binary_search_by_key<K>(&self, x: &K, f: impl FnMut(&T) -> K) -> Result<usize, usize> {
        self.binary_search_by(|y| f(y).cmp(x))
    }
    fn split_off(&mut self, at: usize) -> Vec<T> {
        let rest = self[at..].to_vec();
        self.truncate(at);
        rest
    }
    fn resize(&mut self, size: usize, value: T) {
        self.truncate(size);
        while self.len() < size { self.push(value); }
    }
    fn fill(&mut self, value: T) {
        let mut place: usize = 0;
        while place < self.len() { self[place] = value; place += 1; }
    }
    fn rotate_left(&mut self, by: usize) {
        assert!(by <= self.len());
        let turned = [&self[by..], &self[..by]].concat();
        let mut place: usize = 0;
        while place < self.len() { self[place] = turned[place]; place += 1; }
    }
    fn rotate_right(&mut self, by: usize) {
        assert!(by <= self.len());
        let left = self.len() - by;
        self.rotate_left(left);
    }
    fn concat(&self) -> T {
        let mut whole = T::default();
        for part in self.iter() { for x in part.iter() { whole.push(x); } }
        whole
    }
    fn starts_with(&self, start: &[T]) -> bool { start.len() <= self.len() && &self[..start.len()] == start }
    fn ends_with(&self, end: &[T]) -> bool { end.len() <= self.len() && &self[self.len() - end.len()..] == end }
    fn copy_from_slice(&mut self, from: &[T]) {
        assert!(from.len() == self.len());
        let mut place: usize = 0;
        while place < self.len() { self[place] = from[place]; place += 1; }
    }
    fn split_first(&self) -> Option<(T, &[T])> {
        if self.len() == 0 { None } else { Some((self[0], &self[1..])) }
    }
    fn split_last(&self) -> Option<(T, &[T])> {
        if self.len() == 0 { None } else { Some((self[self.len() - 1], &self[..self.len() - 1])) }
    }
    fn split_at(&self, at: usize) -> (&[T], &[T]) { (&self[..at], &self[at..]) }
    fn repeat(&self, count: usize) -> Vec<T> {
        let mut whole: Vec<T> = Vec::new();
        let mut turn: usize = 0;
        while turn < count { whole.extend_from_slice(self); turn += 1; }
        whole
    }
}

mod slice {
    fn slice_subrange<T>(slice: &[T], i: usize, j: usize) -> &[T] { &slice[i..j] }
    fn slice_to_vec<T>(slice: &[T]) -> Vec<T> { slice.to_vec() }
    fn slice_index_get<T>(slice: &[T], i: usize) -> T { slice[i] }
}

mod mem {
    fn take<T>(place: &mut T) -> T { let taken = *place; *place = T::default(); taken }
    fn replace<T>(place: &mut T, value: T) -> T { let replaced = *place; *place = value; replaced }
}

}
