#!/bin/bash
# massif has no call stack for memory that is allocated last and never freed.
#
# Version: valgrind 1:3.19.0-1 of Debian 12. Needs: a C compiler, libc6-dbg, x86-64.
# Expected: the peak snapshot has the call stacks of what the program held when it held most: here 100 MB, from allocate().
# Observed: the last snapshot has 100,000,000 bytes, but no snapshot is marked as the peak, no tree of any snapshot has allocate(),
#   and ms_print does not name it. With one free() at the end, the peak and its tree are there.
# Consequence: massif looks for a peak only when something is freed, and makes every tenth other snapshot a detailed one. A
#   program that grows until it ends, as one that leaks does, gets no stacks. --detailed-freq=1 gives them.
. "$(dirname "$0")/lib.sh"
debs valgrind=1:3.19.0-1
export VALGRIND_LIB=$dir/usr/libexec/valgrind

cat >last.c <<'C'
#include <stdlib.h>
static char *volatile held;
__attribute__((noinline)) char *allocate(void) { return malloc(100000000); }
int main(int count, char **arguments) {
  char *volatile small = malloc(16);
  held = allocate();
  if (count > 1) free(small);
  return 0;
}
C
cc -g -O0 -fno-builtin last.c -o last
usr/bin/valgrind.bin -q --tool=massif --massif-out-file=grows.out ./last
usr/bin/valgrind.bin -q --tool=massif --massif-out-file=frees.out ./last free
for run in grows frees; do perl usr/bin/ms_print $run.out >$run.txt; done
still "massif measures 100,000,016 bytes" has '^mem_heap_B=100000016$' grows.out
still "without free() there is no peak and no stack" lacks 'heap_tree=peak|allocate \(' grows.out
still "with free() there is a peak" has heap_tree=peak frees.out
still "ms_print names allocate() then" has 'allocate \(' frees.txt
