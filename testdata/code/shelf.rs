// shelf.cc in Rust: what ordinary Rust allocates. Each function allocates in one way; the comments say how large.
use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

struct Random(u32);
impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        ((self.0 as u64 * n as u64) >> 32) as u32
    }
}

pub struct Author { born: u64, books: u32, country: [u8; 4], rating: f64, initials: [u8; 24] }
pub struct Loan { book: u32, card: u32, since: u64, due: u64 }
pub struct Session { buffer: [u8; 1600], user: u64 }
pub struct Card { number: u64, owner: u64, until: u64, next: u64 }
pub struct Node { next: Option<Box<Node>>, child: Option<Box<Node>>, key: u64, count: u64 }

pub trait Item { fn clone_box(&self) -> Box<dyn Item>; fn id(&self) -> u64; }
#[derive(Clone)]
pub struct Paper { id: u64, place: [u8; 64], isbn: u64 }
#[derive(Clone)]
pub struct Ebook { id: u64, url: [u8; 160] }
impl Item for Paper {
    #[inline(never)]
    fn clone_box(&self) -> Box<dyn Item> { Box::new(self.clone()) } // 80
    fn id(&self) -> u64 { self.id + self.isbn + self.place[0] as u64 }
}
impl Item for Ebook {
    #[inline(never)]
    fn clone_box(&self) -> Box<dyn Item> { Box::new(self.clone()) } // 168
    fn id(&self) -> u64 { self.id + self.url[0] as u64 }
}

#[inline(never)] pub fn add_author(born: u64) -> Box<Author> { Box::new(Author { born, books: 1, country: *b"none", rating: 0.5, initials: [0; 24] }) } // 48
#[inline(never)] pub fn lend(book: u32, card: u32) -> Rc<Loan> { Rc::new(Loan { book, card, since: 1, due: 31 }) } // a loan and its counts: 40
#[inline(never)] pub fn share_session(user: u64) -> Arc<Session> { Arc::new(Session { buffer: [0; 1600], user }) } // 1624
#[inline(never)] pub fn issue_card(number: u64) -> Box<Card> { Box::new(Card { number, owner: number, until: 0, next: 0 }) } // 32
#[inline(never)] pub fn take_note(book: u32, page: u16) -> Box<(u32, u16, u16)> { Box::new((book, page, 0)) } // 8
#[inline(never)] pub fn row_of_slots() -> Vec<[u64; 3]> { vec![[0; 3]; 32] } // 768
#[inline(never)] pub fn thumbnail() -> Vec<u32> { vec![0; 96 * 64] } // 24,576
#[inline(never)] pub fn page() -> Vec<u8> { Vec::with_capacity(4096) }
#[inline(never)] pub fn scan() -> Vec<u8> { vec![0; 300_000] }
#[inline(never)] pub fn shape(large: bool) -> Vec<f32> { Vec::with_capacity(if large { 1500 } else { 150 }) } // 600 or 6,000
#[inline(never)] pub fn describe(length: usize) -> String { "x".repeat(length) }
#[inline(never)] pub fn call_number(a: u32, b: u32) -> String { format!("call number {a}.{b}") }
#[inline(never)] pub fn index_title(titles: &mut BTreeMap<u64, u64>, key: u64) { titles.insert(key, 1); }
#[inline(never)] pub fn tag(tags: &mut HashMap<u32, u32>, key: u32) { tags.insert(key, key); }
#[inline(never)] pub fn queue(returns: &mut LinkedList<u64>, book: u64) { returns.push_back(book); } // 24
#[inline(never)] pub fn happen(events: &mut VecDeque<[u64; 2]>, when: u64) { events.push_back([when, 1]); }
#[inline(never)] pub fn remember(history: &mut Vec<u64>, what: u64) { history.push(what); }
#[inline(never)] pub fn tree(depth: u32, width: u32) -> Option<Box<Node>> { // 32; a stack for each depth
    let mut first = None;
    for _ in 0..if depth > 0 { width } else { 0 } { first = Some(Box::new(Node { next: first, child: tree(depth - 1, width), key: 0, count: 0 })); }
    first
}

#[derive(Default)]
pub struct Catalogue {
    authors: Vec<Box<Author>>, titles: BTreeMap<u64, u64>, tags: HashMap<u32, u32>, items: Vec<Box<dyn Item>>, rows: Vec<Vec<[u64; 3]>>, pictures: Vec<Vec<u32>>,
    bytes: Vec<Vec<u8>>, texts: Vec<String>, cards: Vec<Box<Card>>, sessions: Vec<Arc<Session>>, notes: Vec<Box<(u32, u16, u16)>>, shapes: Vec<Vec<f32>>, root: Option<Box<Node>>,
}

#[inline(never)]
fn load_catalogue(c: &mut Catalogue, random: &mut Random) {
    for i in 0..20_000 { c.authors.push(add_author(i)); }
    for i in 0..60_000 { index_title(&mut c.titles, i); }
    for i in 0..40_000u32 { tag(&mut c.tags, i.wrapping_mul(7919)); }
    let models: [Box<dyn Item>; 2] = [Box::new(Paper { id: 0, place: [0; 64], isbn: 0 }), Box::new(Ebook { id: 0, url: [0; 160] })];
    for i in 0..30_000 { c.items.push(models[(i % 3 == 0) as usize].clone_box()); }
    for _ in 0..3_000 { c.rows.push(row_of_slots()); }
    for _ in 0..500 { c.pictures.push(thumbnail()); }
    for _ in 0..100 { c.bytes.push(scan()); }
    c.root = tree(black_box(6), black_box(5));
    for _ in 0..8_000 { c.texts.push(describe(16 + random.below(120) as usize)); }
    for i in 0..15_000 { let b = random.below(1 << (1 + i % 30)); c.texts.push(call_number(random.below(1000), b)); }
}

#[inline(never)]
fn morning(c: &mut Catalogue, random: &mut Random, events: &mut VecDeque<[u64; 2]>, loans: &mut VecDeque<Rc<Loan>>) {
    for i in 0..15_000 { loans.push_back(lend(random.below(60_000), random.below(20_000))); happen(events, i); }
    for i in 0..25_000 { let card = issue_card(i); if i % 10 == 0 { c.cards.push(card) } else { black_box(card); } }
    for i in 0..300 { let session = share_session(i); if i % 3 == 0 { c.sessions.push(session) } else { black_box(session); } }
    for i in 0..120 { let page = page(); if i % 4 == 0 { c.bytes.push(page) } else { black_box(page); } }
}

#[inline(never)]
fn evening(c: &mut Catalogue, random: &mut Random, loans: &mut VecDeque<Rc<Loan>>) {
    let mut returns = LinkedList::new();
    for i in 0..40_000 { queue(&mut returns, i); if returns.len() > 5_000 { returns.pop_front(); } }
    loans.drain(..loans.len() / 2);
    for i in 0..40_000 { let note = take_note(i, i as u16); if i % 2 == 0 { c.notes.push(note) } else { black_box(note); } }
    let mut history = Vec::new();
    for i in 0..5_000 { remember(&mut history, i); }
    black_box(history);
    for i in 0..2_000 { let shape = shape(random.below(4) == 0); if i % 2 == 0 { c.shapes.push(shape) } else { black_box(shape); } }
    for _ in 0..2_000 { c.texts.push(describe(30)); }
}

fn main() {
    let mut random = Random(20261129);
    let mut c = Catalogue::default();
    let (mut events, mut loans) = (VecDeque::new(), VecDeque::new());
    load_catalogue(&mut c, &mut random);
    for _ in 0..black_box(5) {
        morning(&mut c, &mut random, &mut events, &mut loans);
        evening(&mut c, &mut random, &mut loans);
    }
    let sum: u64 = c.items.iter().map(|i| i.id()).sum::<u64>() + c.authors.iter().map(|a| a.born + a.books as u64 + a.country[0] as u64 + a.rating as u64 + a.initials[0] as u64).sum::<u64>()
        + c.cards.iter().map(|k| k.number + k.owner + k.until + k.next).sum::<u64>() + c.sessions.iter().map(|s| s.user + s.buffer[0] as u64).sum::<u64>()
        + loans.iter().map(|l| l.book as u64 + l.card as u64 + l.since + l.due).sum::<u64>() + c.root.iter().map(|n| n.key + n.count + n.next.is_some() as u64 + n.child.is_some() as u64).sum::<u64>();
    println!("{} titles, {} tags, {} events, {} loans, {}", c.titles.len(), c.tags.len(), events.len(), loans.len(), sum);
    black_box(&c);
    std::process::exit(0); // nothing is freed
}
