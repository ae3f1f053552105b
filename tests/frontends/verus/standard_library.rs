// One function a line: tests/frontends/verus/test_standard_library.py runs each by rustc and by the interpreter.
fn map(o: Option<u8>) -> Option<u16> { o.map(|x| x as u16 + 1) }
fn chain(o: Option<i32>) -> Option<i32> { o.and_then(|x| if x > 0 { Some(x) } else { None }) }
fn pos(o: Option<i32>) -> Option<i32> { o.filter(|x| *x > 0) }
fn or(a: Option<i32>, b: Option<i32>) -> Option<i32> { a.or(b) }
fn or_else(a: Option<i32>, b: i32) -> i32 { a.unwrap_or_else(|| b) }
fn map_or(a: Option<i32>) -> bool { a.map_or(false, |x| x % 2 == 0) }
fn map_or_else(a: Option<i32>) -> i64 { a.map_or_else(|| -1, |x| x as i64 * 2) }
fn ok_or(a: Option<i32>) -> (bool, Option<i32>) { let r: Result<i32, u8> = a.ok_or(7); (r.is_ok(), r.ok()) }
fn res(a: i32) -> (Option<bool>, Option<u16>) { let x: Result<i32, u8> = if a > 5 { Ok(a) } else { Err(3) }; let r = x.map(|x| x > 30).map_err(|e| e as u16); (r.ok(), r.err()) }
fn take(o: Option<u32>) -> (Option<u32>, Option<u32>) { let mut p = o; let q = p.take(); (p, q) }
fn replace(o: Option<u32>, x: u32) -> (Option<u32>, Option<u32>) { let mut p = o; let q = p.replace(x); (p, q) }
fn insert(o: Option<u32>, x: u32) -> (u32, Option<u32>) { let mut p = o; let y = *p.get_or_insert(x); (y, p) }
fn is_some_and(o: Option<u32>) -> bool { o.is_some_and(|x| x > 2) }
fn zipped(a: Option<u8>, b: Option<u8>) -> Option<(u8, u8)> { a.zip(b) }
fn default(a: Option<u8>) -> u8 { a.unwrap_or_default() }
fn xor(a: Option<u8>, b: Option<u8>) -> Option<u8> { a.xor(b) }
fn and(a: Option<u8>, b: Option<i64>) -> Option<i64> { a.and(b) }
fn three(a: u8, b: u8) -> i8 { match a.cmp(&b) { std::cmp::Ordering::Less => -1, std::cmp::Ordering::Equal => 0, std::cmp::Ordering::Greater => 1 } }
fn lex(a: (u8, i8), b: (u8, i8)) -> i8 { use std::cmp::Ordering; match a.0.cmp(&b.0).then(b.1.cmp(&a.1)) { Ordering::Less => -1, Ordering::Equal => 0, Ordering::Greater => 1 } }
fn lex2(a: (u8, u8), b: (u8, u8)) -> (bool, bool, bool, bool) { (a < b, a <= b, a > b, a >= b) }
fn lex3(a: Vec<u8>, b: Vec<u8>) -> (bool, bool, bool, bool) { (a < b, a <= b, a > b, a >= b) }
fn lex4(a: String, b: String) -> (bool, bool, String) { (a < b, a >= b, a.max(b)) }
fn lex5(a: Option<i8>, b: Option<i8>) -> (bool, Option<i8>, Option<i8>) { (a < b, a.max(b), a.min(b)) }
fn lex6(a: bool, b: bool) -> (bool, bool) { (a < b, a >= b) }
fn sort1(v: Vec<i32>) -> Vec<i32> { let mut r = v; r.sort_by(|a, b| b.cmp(a)); r }
fn sort2(v: Vec<(u8, i8)>) -> Vec<(u8, i8)> { let mut r = v; r.sort_by_key(|p| p.1); r }
fn sort3(v: Vec<(u8, i8)>) -> Vec<(u8, i8)> { let mut r = v; r.sort(); r }
fn sort4(v: Vec<(u8, i8)>) -> Vec<(u8, i8)> { let mut r = v; r.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.cmp(&a.1))); r.reverse(); r }
fn sort5(v: Vec<String>) -> Vec<String> { let mut r = v; r.sort_unstable(); r }
fn sort6(v: Vec<i32>) -> Vec<i32> { let mut r = v; r.sort_unstable_by(|a, b| a.cmp(b)); r.dedup(); r }
fn bsearch(v: Vec<u32>, x: u32) -> (bool, usize) { let mut w = v; w.sort(); w.dedup(); match w.binary_search(&x) { Ok(i) => (true, i), Err(i) => (false, i) } }
fn part(v: Vec<u32>, x: u32) -> usize { let mut w = v; w.sort(); w.partition_point(|y| *y < x) }
fn retain(v: Vec<i8>, k: i8) -> Vec<i8> { let mut w = v; w.retain(|x| *x > k); w }
fn split(v: Vec<u8>) -> (Vec<u8>, Vec<u8>) { let mut a = v; let m = a.len() / 2; let b = a.split_off(m); (a, b) }
fn resize(v: Vec<u8>) -> Vec<u8> { let mut a = v; a.resize(3, 9); a.fill(1); a }
fn rotate(v: Vec<u8>, k: u8) -> Vec<u8> { let mut a = v; let n = a.len(); a.rotate_left(k as usize % (n + 1)); a }
fn rotater(v: Vec<u8>, k: u8) -> Vec<u8> { let mut a = v; a.rotate_right(k as usize); a }
fn concat(v: Vec<u8>, w: Vec<u8>) -> Vec<u8> { let x = vec![v, w]; x.concat() }
fn starts(v: Vec<u8>, w: Vec<u8>) -> (bool, bool) { (v.starts_with(&w), v.ends_with(&w)) }
fn mem(v: Vec<u8>) -> (Vec<u8>, Vec<u8>) { let mut a = v; let b = std::mem::take(&mut a); (a, b) }
fn mem2(a: u8, b: u8) -> (u8, u8) { let mut x = a; let y = std::mem::replace(&mut x, b); (x, y) }
fn root(n: u16) -> u32 { let n = n as u32; let mut k: u32 = 0; let r = loop { if (k + 1) * (k + 1) > n { break k; } k += 1; }; r }
fn find(m: Vec<Vec<u8>>, x: u8) -> Option<(usize, usize)> { let mut i = 0; 'outer: loop { if i >= m.len() { break None; } let mut j = 0; while j < m[i].len() { if m[i][j] == x { break 'outer Some((i, j)); } j += 1; } i += 1; } }
fn block(a: i32) -> i32 { let v = 'b: { if a < 0 { break 'b 0; } if a == 5 { break 'b 7; } a }; v }
fn nested(a: u8) -> u8 { let mut k = 0; 'o: loop { loop { k += 1; if k > a % 7 { break 'o; } if k == 3 { break; } } } k }
fn twice(x: u8) -> u16 { let double = |y: u8| -> u16 { if y > 100 { return 7; } 2 * y as u16 }; double(x) + double(x / 2) }
fn count_if(v: &Vec<u32>, p: impl Fn(u32) -> bool) -> usize { let mut n = 0; for x in v.iter() { if p(*x) { n += 1; } } n }
fn evens(v: Vec<u32>, k: u32) -> usize { count_if(&v, |x| x % 2 == 0) + count_if(&v, |x| x > k) }
fn first_where<T: Copy, F: Fn(T) -> bool>(v: &[T], p: F) -> Option<T> { for x in v { if p(*x) { return Some(*x); } } None }
fn firsts(v: Vec<i8>, w: Vec<u16>) -> (Option<i8>, Option<u16>) { (first_where(&v, |x| x < 0), first_where(&w, |x| x > 6)) }
fn mutating(v: Vec<u8>) -> (u64, Vec<u8>) { let mut s = 0u64; let mut w = Vec::new(); v.iter().for_each(|x| { s += *x as u64; w.push(*x); }); (s, w) }
fn apply_mut<F: FnMut(&u8)>(v: &[u8], mut f: F) { for x in v { f(x); } }
fn applied(v: Vec<u8>) -> u64 { let mut s = 0u64; apply_mut(&v, |x| { s += *x as u64; }); s }
fn add_one(x: u8) -> u16 { x as u16 + 1 }
fn by_name(v: Vec<u8>) -> Vec<u16> { v.iter().copied().map(add_one).collect() }
fn by_name2(o: Option<i8>) -> Option<i8> { o.map(i8::abs) }
fn by_name3(o: Vec<u8>) -> Vec<Option<u8>> { o.into_iter().map(Some).collect() }
fn popmap(v: Vec<u8>) -> (Option<u16>, Vec<u8>) { let mut w = v; let r = w.pop().map(|x| x as u16 * 2); (r, w) }
fn question(v: Vec<Option<u8>>) -> Option<u16> { let f = |o: Option<u8>| -> Option<u16> { let x = o?; Some(x as u16 + 1) }; let mut s = 0u16; for x in v.iter() { s += f(*x)?; } Some(s) }
fn maxby(v: Vec<(u8, i8)>) -> (Option<(u8, i8)>, Option<(u8, i8)>) { (v.iter().copied().max_by_key(|p| p.1), v.iter().copied().min_by_key(|p| p.1)) }
fn maxby2(v: Vec<(u8, i8)>) -> Option<(u8, i8)> { v.into_iter().max_by(|a, b| a.1.cmp(&b.1)) }
fn then(b: bool, x: u8) -> (Option<u8>, Option<u8>) { (b.then(|| x / 2), b.then_some(x)) }
fn clampi(a: i8, b: u8) -> i8 { a.clamp(-3, 5) }
fn fnp(f: fn(u8) -> u8, x: u8) -> u8 { f(x) }
fn usefn(x: u8) -> u8 { fn inner(y: u8) -> u8 { y / 3 } fnp(inner, x) }
fn pows(x: i8, y: u8) -> (Option<i8>, u32, u32, u8) { (x.checked_neg(), y.count_ones(), y.leading_zeros(), y.pow(2u32 % 2)) }
fn slicepat(v: Vec<u8>) -> u16 { match v.as_slice() { [] => 0, [a] => *a as u16, [a, .., b] => *a as u16 + *b as u16 } }
fn slicepat2(v: Vec<u8>) -> u16 { if let [a, b, rest @ ..] = &v[..] { *a as u16 * 2 + *b as u16 + rest.len() as u16 } else { 9 } }
fn orpat(o: Option<u8>, b: bool) -> u8 { match (o, b) { (Some(x), true) | (Some(x), false) if x > 3 => x, (None, _) => 1, _ => 2 } }
fn tostr(a: i16) -> String { a.to_string() }
fn counted(v: Vec<u8>) -> Vec<(u8, usize)> { let mut m = std::collections::BTreeMap::new(); for x in v.iter() { let n = match m.get(x) { Some(n) => *n, None => 0 }; m.insert(*x, n + 1); } let mut r = Vec::new(); for (k, n) in m.iter() { r.push((*k, *n)); } r }
fn count2(v: Vec<u8>) -> Vec<(u8, usize)> { use std::collections::BTreeMap; let mut m: BTreeMap<u8, usize> = BTreeMap::new(); for x in v { *m.entry(x).or_insert(0) += 1; } m.into_iter().collect() }
fn sd(v: Vec<i8>) -> Vec<i8> { let mut s = std::collections::BTreeSet::new(); for x in v.iter() { s.insert(*x); } let mut r = Vec::new(); for x in s.iter().rev() { r.push(*x); } r }
fn sd2(v: Vec<i8>) -> Vec<i8> { let mut s = std::collections::BTreeSet::new(); for x in v { s.insert(x); } let mut r = Vec::new(); for x in &s { r.push(*x); } r }
fn least(v: Vec<i8>) -> (Option<i8>, Option<i8>) { let mut s = std::collections::BTreeSet::new(); for x in v { s.insert(x); } (s.first().copied(), s.last().copied()) }
fn kv(v: Vec<(u8, i8)>) -> (Option<u8>, Option<i8>, usize) { let mut s = std::collections::BTreeMap::new(); for (k, x) in v { s.insert(k, x); } let a = match s.first_key_value() { Some((k, _)) => Some(*k), None => None }; let b = s.last_key_value().map(|p| *p.1); (a, b, s.len()) }
fn pops(v: Vec<(u8, i8)>) -> (Option<(u8, i8)>, usize, Vec<u8>, Vec<i8>) { let mut s = std::collections::BTreeMap::new(); for (k, x) in v { s.insert(k, x); } let p = s.pop_first(); let n = s.len(); (p, n, s.keys().copied().collect(), s.values().copied().collect()) }
fn summed(v: Vec<(u8, i8)>) -> i64 { let mut s = std::collections::BTreeMap::new(); for (k, x) in v { s.insert(k, x); } s.values().map(|x| *x as i64).sum() }
fn rem(v: Vec<u8>, x: u8) -> (bool, bool, Vec<u8>) { let mut s = std::collections::BTreeSet::new(); for y in v { s.insert(y); } let c = s.contains(&x); let r = s.remove(&x); (c, r, s.into_iter().collect()) }
fn texts(v: Vec<String>) -> Vec<String> { let mut s = std::collections::BTreeSet::new(); for y in v { s.insert(y); } s.into_iter().collect() }
fn rotated(x: u8, y: i16, n: u32) -> (u8, u8, i16, i16) { (x.rotate_left(n), x.rotate_right(n), y.rotate_left(n), y.rotate_right(3)) }
fn rounded_up(x: u32, y: u32) -> u32 { x.div_ceil(y) }
fn of_temporaries(s: String, v: Vec<i32>) -> (Option<char>, Option<i32>, Option<i32>, usize) { (s.chars().next(), v.clone().pop(), v.to_vec().pop(), v.len()) }
