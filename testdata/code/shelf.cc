// A library's catalogue and a few busy days of it: what ordinary C++ allocates. It does the same each time, and counts nothing: what it
// allocated is what alloclog.c logs. Each function allocates in one way; the comments say how large.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#define SITE __attribute__((noinline))

namespace {
uint32_t state = 20261129;
uint32_t below(uint32_t n) { state = state * 1664525 + 1013904223; return static_cast<uint32_t>((static_cast<uint64_t>(state) * n) >> 32); }
}  // namespace

namespace shelf {
struct Author { uint64_t born; uint32_t books; char country[4]; Author* next; double rating; char initials[16]; };
struct Loan { uint32_t book, card; uint64_t since, due; };
struct Session { char buffer[1600]; uint64_t user; Session* next; };
struct Card { uint64_t number, owner, until; Card* next; };
struct Event { uint64_t when; uint32_t what, who; };
struct Node { Node *next, *child; uint64_t key, count, total; };

struct Item { virtual ~Item() = default; virtual Item* clone() const = 0; Item* next = nullptr; uint64_t id = 0; };
struct Paper : Item { SITE Item* clone() const override { return new Paper(*this); } char place[64]{}; uint64_t isbn = 0; };
struct Ebook : Item { SITE Item* clone() const override { return new Ebook(*this); } char url[160]{}; };

// C, as old parts of such a program have it.
struct note { uint32_t book; uint16_t page, colour; };
struct slot { uint64_t id; uint64_t weight; uint64_t flags; };
SITE void* checked(size_t size) { void* p = malloc(size); if (!p) abort(); return p; }

SITE Author* add_author() { return new Author{}; }                                       // 56
SITE std::unique_ptr<Session> open_session() { return std::make_unique<Session>(); }     // 1616
SITE std::shared_ptr<Loan> lend(uint32_t book, uint32_t card) {                          // a loan and its counts: 40
  return std::make_shared<Loan>(Loan{book, card, state, state + 30u});
}
SITE Card* issue_card(uint64_t number) { return new Card{number, number, 0, nullptr}; }  // 32
SITE void index_title(std::map<uint64_t, uint64_t>& titles, uint64_t key) { titles.emplace_hint(titles.end(), key, 1); }
SITE void tag(std::unordered_map<uint32_t, uint32_t>& tags, uint32_t key) { tags.emplace(key, key); }
SITE void queue(std::list<uint64_t>& returns, uint64_t book) { returns.push_back(book); }
SITE void happen(std::deque<Event>& events, uint64_t when) { events.push_back({when, 1, 2}); }
SITE void remember(std::vector<uint64_t>& history, uint64_t what) { history.push_back(what); }
SITE std::string describe(uint32_t length) { return std::string(length, 'x'); }

SITE note* take_note(uint32_t book) { auto* n = static_cast<note*>(malloc(sizeof(note))); *n = {book, 1, 2}; return n; }  // 8
SITE slot* row_of_slots() { auto* s = static_cast<slot*>(calloc(32, sizeof(slot))); s->id = 1; return s; }              // 768
SITE uint32_t* thumbnail() { auto* p = static_cast<uint32_t*>(calloc(96 * 64, 4)); p[0] = 1; return p; }               // 24,576
SITE char* page() { auto* p = static_cast<char*>(malloc(4096)); p[0] = 1; return p; }
SITE unsigned char* scan() { auto* p = new unsigned char[300000]; p[0] = 1; return p; }
SITE float* shape(bool large) { auto* f = new float[large ? 1500 : 150]; f[0] = 1; return f; }                         // 600 or 6,000
SITE slot* spare_slot() { auto* s = static_cast<slot*>(checked(sizeof(slot))); s->id = 0; return s; }                  // 24
SITE char* label() { auto* p = static_cast<char*>(checked(112)); p[0] = 0; return p; }
// Calls at the end of a function, which is then in no stack.
SITE char* form() { return static_cast<char*>(checked(2500)); }
SITE char* copy_of(const char* text) { return strdup(text); }

// A pool: what the program gets out of it is smaller.
struct Pool {
  char* chunk = nullptr; size_t used = 0;
  SITE void refill() { chunk = static_cast<char*>(malloc(65536)); used = 0; }
  void* get(size_t size) { if (!chunk || used + size > 65536) refill(); used += size; return chunk + used - size; }
};

SITE Node* tree(int depth, int width) {  // 40; a stack for each depth
  Node* first = nullptr;
  for (int i = 0; depth > 0 && i < width; i++) first = new Node{first, tree(depth - 1, width), 0, 0, 0};
  return first;
}
}  // namespace shelf

using namespace shelf;

// Never freed by the end, unless said otherwise.
static std::map<uint64_t, uint64_t>* titles = new std::map<uint64_t, uint64_t>;
static std::unordered_map<uint32_t, uint32_t>* tags = new std::unordered_map<uint32_t, uint32_t>;
static std::vector<void*>* kept = new std::vector<void*>;
static Pool pool;

SITE static void load_catalogue() {
  kept->reserve(400000);
  Author* authors = nullptr;
  for (int i = 0; i < 20000; i++) { Author* a = add_author(); a->next = authors; authors = a; kept->push_back(a); }
  for (uint64_t i = 0; i < 60000; i++) index_title(*titles, i);
  for (uint32_t i = 0; i < 40000; i++) tag(*tags, i * 7919);
  const Paper paper; const Ebook ebook; const Item* models[] = {&paper, &ebook};
  for (int i = 0; i < 30000; i++) kept->push_back(models[i % 3 == 0]->clone());
  for (int i = 0; i < 3000; i++) kept->push_back(row_of_slots());
  for (int i = 0; i < 500; i++) kept->push_back(thumbnail());
  for (int i = 0; i < 100; i++) kept->push_back(scan());
  for (int i = 0; i < 200000; i++) memset(pool.get(48), 0, 48);
  kept->push_back(tree(6, 5));
  for (int i = 0; i < 8000; i++) kept->push_back(new std::string(describe(16 + below(120))));
  for (int i = 0; i < 15000; i++) { char text[64]; snprintf(text, sizeof text, "call number %u.%u", below(1000), below(1u << (1 + i % 30))); kept->push_back(copy_of(text)); }
}

SITE static void morning(std::deque<Event>& events, std::vector<std::shared_ptr<Loan>>& loans) {
  for (int i = 0; i < 15000; i++) { loans.push_back(lend(below(60000), below(20000))); happen(events, state); }
  for (int i = 0; i < 25000; i++) { Card* card = issue_card(state); if (i % 10 == 0) kept->push_back(card); else delete card; }
  for (int i = 0; i < 300; i++) { auto session = open_session(); if (i % 3 == 0) kept->push_back(session.release()); }
  for (int i = 0; i < 4000; i++) kept->push_back(spare_slot());
  for (int i = 0; i < 120; i++) { char* p = page(); if (i % 4 == 0) kept->push_back(p); else free(p); }
}

SITE static void evening(std::deque<Event>& events, std::vector<std::shared_ptr<Loan>>& loans) {
  std::list<uint64_t> returns;
  for (int i = 0; i < 40000; i++) { queue(returns, static_cast<uint64_t>(i)); if (returns.size() > 5000) returns.pop_front(); }
  for (int i = 0; i < 5000; i++) happen(events, state);
  loans.erase(loans.begin(), loans.begin() + static_cast<long>(loans.size() / 2));
  for (int i = 0; i < 40000; i++) { note* n = take_note(7); if (i % 2) free(n); else kept->push_back(n); }
  std::vector<uint64_t> history;
  for (int i = 0; i < 5000; i++) remember(history, state);
  for (int i = 0; i < 2000; i++) { float* f = shape(below(4) == 0); if (i % 2) delete[] f; else kept->push_back(f); }
  for (int i = 0; i < 2000; i++) kept->push_back(label());
  for (int i = 0; i < 200; i++) { char* f = form(); f[0] = 1; free(f); }
  for (int i = 0; i < 2000; i++) kept->push_back(new std::string(describe(30)));
}

int main() {
  load_catalogue();
  auto* events = new std::deque<Event>;
  auto* loans = new std::vector<std::shared_ptr<Loan>>;
  for (int day = 0; day < 5; day++) { morning(*events, *loans); evening(*events, *loans); }
  printf("%zu titles, %zu events, %zu loans, %zu things\n", titles->size(), events->size(), loans->size(), kept->size());
  fflush(stdout);
  return 0;
}
