/*
 * Logs what a program allocates, as sums per call stack and size: preload it.
 *
 *   cc -O2 -fPIC -shared -o alloclog.so alloclog.c
 *   ALLOCLOG=/tmp/log LD_PRELOAD=$PWD/alloclog.so program ...
 *
 * Every process started so writes /tmp/log.PID when it exits:
 *   M <start> <end> <file offset> <path>          an executable mapping
 *   S <stack> <address>...                        return addresses, leaf first
 *   C <stack> <size> <allocated> <freed>          allocations of one size
 * An allocation of 0 bytes is not counted, as heapprofd does not; realloc is a free and an allocation.
 * For glibc on Linux; tables are of a fixed size and what does not fit is counted as lost.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef DEPTH
#define DEPTH 24
#define SKIPPED 2 /* record() and the wrapper it is inlined into or called by */
#endif
#define STACKS (1u << 20)
#define COUNTS (1u << 22)
#define BLOCKS (1u << 24)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

struct stack {
  uint64_t hash;
  void *pc[DEPTH];
};
struct count {
  uint64_t key; /* stack << 40 | size, and 1 << 63; 0 is empty */
  uint64_t allocated, freed;
};
struct block {
  void *address; /* NULL is empty */
  uint32_t count;
};

static struct stack *stacks;
static struct count *counts;
static struct block *blocks;
static uint64_t lost;
static uint32_t used_stacks, used_counts, used_blocks;
static int owner;
static char log_path[4000];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int busy __attribute__((tls_model("initial-exec")));

static uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0x9E3779B97F4A7C15ull;
  return x ^ x >> 29;
}

static void *table(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

static uint32_t find_stack(void **pc) {
  uint64_t hash = 1;
  for (int i = 0; i < DEPTH; i++) hash = mix(hash * 31 + (uint64_t)pc[i]);
  hash |= 1;
  for (uint32_t i = hash % STACKS;; i = (i + 1) % STACKS) {
    if (!stacks[i].hash) {
      if (used_stacks > STACKS / 10 * 9) return STACKS;
      used_stacks++;
      stacks[i].hash = hash;
      memcpy(stacks[i].pc, pc, sizeof stacks[i].pc);
      return i;
    }
    if (stacks[i].hash == hash && !memcmp(stacks[i].pc, pc, sizeof stacks[i].pc)) return i;
  }
}

static uint32_t find_count(uint32_t stack, uint64_t size) {
  uint64_t key = 1ull << 63 | (uint64_t)stack << 40 | size;
  for (uint32_t i = mix(key) % COUNTS;; i = (i + 1) % COUNTS) {
    if (!counts[i].key) {
      if (used_counts > COUNTS / 10 * 9) return COUNTS;
      used_counts++;
      counts[i].key = key;
    }
    if (counts[i].key == key) return i;
  }
}

static void add_block(void *address, uint32_t count) {
  if (used_blocks > BLOCKS / 10 * 9) {
    lost++;
    return;
  }
  uint32_t i = mix((uint64_t)address) % BLOCKS;
  while (blocks[i].address && blocks[i].address != address) i = (i + 1) % BLOCKS;
  if (!blocks[i].address) used_blocks++;
  blocks[i].address = address;
  blocks[i].count = count;
}

/* Takes a block out by moving those behind it forward. */
static void remove_block(void *address) {
  uint32_t i = mix((uint64_t)address) % BLOCKS;
  while (blocks[i].address != address) {
    if (!blocks[i].address) return;
    i = (i + 1) % BLOCKS;
  }
  counts[blocks[i].count].freed++;
  used_blocks--;
  for (uint32_t next = (i + 1) % BLOCKS; blocks[next].address; next = (next + 1) % BLOCKS) {
    uint32_t home = mix((uint64_t)blocks[next].address) % BLOCKS;
    if ((next - home) % BLOCKS >= (next - i) % BLOCKS) {
      blocks[i] = blocks[next];
      i = next;
    }
  }
  blocks[i].address = NULL;
}

static __attribute__((noinline)) void record(void *address, size_t size) {
  if (!address || !size || busy || !owner) return;
  int error = errno;
  busy = 1;
  void *pc[DEPTH + SKIPPED] = {0};
  backtrace(pc, DEPTH + SKIPPED);
  pthread_mutex_lock(&lock);
  uint32_t stack = find_stack(pc + SKIPPED);
  uint32_t count = stack < STACKS && size < 1ull << 40 ? find_count(stack, size) : COUNTS;
  if (count < COUNTS) {
    counts[count].allocated++;
    add_block(address, count);
  } else {
    lost++;
  }
  pthread_mutex_unlock(&lock);
  busy = 0;
  errno = error;
}

static void forget(void *address) {
  if (!address || busy || !owner) return;
  busy = 1;
  pthread_mutex_lock(&lock);
  remove_block(address);
  pthread_mutex_unlock(&lock);
  busy = 0;
}

void *malloc(size_t size) {
  void *p = __libc_malloc(size);
  record(p, size);
  return p;
}

void *calloc(size_t n, size_t size) {
  void *p = __libc_calloc(n, size);
  record(p, n * size);
  return p;
}

void *realloc(void *old, size_t size) {
  forget(old);
  void *p = __libc_realloc(old, size);
  record(p, size);
  return p;
}

void *reallocarray(void *old, size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  forget(old);
  void *p = __libc_realloc(old, bytes);
  record(p, bytes);
  return p;
}

void free(void *p) {
  forget(p);
  __libc_free(p);
}

void *memalign(size_t alignment, size_t size) {
  void *p = __libc_memalign(alignment, size);
  record(p, size);
  return p;
}

void *aligned_alloc(size_t alignment, size_t size) {
  void *p = __libc_memalign(alignment, size);
  record(p, size);
  return p;
}

int posix_memalign(void **p, size_t alignment, size_t size) {
  *p = __libc_memalign(alignment, size);
  record(*p, size);
  return *p ? 0 : ENOMEM;
}

static void child(void) { owner = 0; }

__attribute__((constructor)) static void begin(void) {
  void *pc[4];
  busy = 1;
  if (getenv("ALLOCLOG")) {
    /* Now, as some programs clear their environment. */
    snprintf(log_path, sizeof log_path, "%s.%d", getenv("ALLOCLOG"), getpid());
    backtrace(pc, 4); /* loads the unwinder */
    stacks = table(STACKS * sizeof *stacks);
    counts = table(COUNTS * sizeof *counts);
    blocks = table(BLOCKS * sizeof *blocks);
    pthread_atfork(NULL, NULL, child);
    owner = stacks && counts && blocks ? getpid() : 0;
  }
  busy = 0;
}

__attribute__((destructor)) static void end(void) {
  char line[4096];
  if (!owner || owner != getpid()) return;
  busy = 1;
  pthread_mutex_lock(&lock);
  owner = 0;
  FILE *out = fopen(log_path, "w"), *maps = fopen("/proc/self/maps", "r");
  while (out && maps && fgets(line, sizeof line, maps)) {
    unsigned long start, stop, offset;
    char rights[8], path[4000] = "";
    if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %3999s", &start, &stop, rights, &offset, path) >= 4 && rights[2] == 'x')
      fprintf(out, "M\t%lx\t%lx\t%lx\t%s\n", start, stop, offset, path);
  }
  for (uint32_t i = 0; out && i < STACKS; i++) {
    if (!stacks[i].hash) continue;
    fprintf(out, "S\t%u", i);
    for (int f = 0; f < DEPTH && stacks[i].pc[f]; f++) fprintf(out, "\t%lx", (unsigned long)stacks[i].pc[f]);
    fputc('\n', out);
  }
  for (uint32_t i = 0; out && i < COUNTS; i++)
    if (counts[i].key)
      fprintf(out, "C\t%lu\t%lu\t%lu\t%lu\n", (unsigned long)(counts[i].key >> 40 & 0x7fffff),
              (unsigned long)(counts[i].key & 0xffffffffff), (unsigned long)counts[i].allocated,
              (unsigned long)counts[i].freed);
  if (out) {
    fprintf(out, "L\t%lu\n", (unsigned long)lost);
    fclose(out);
  }
  pthread_mutex_unlock(&lock);
}

/* Linkers and compilers skip destructors. */
void _exit(int status) {
  end();
  for (;;) syscall(SYS_exit_group, status);
}

void _Exit(int status) { _exit(status); }
