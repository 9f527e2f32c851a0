#!/bin/bash
# DHAT gives memory from realloc to the function that called malloc; massif gives it to the one that called realloc.
#
# Version: valgrind 1:3.19.0-1 of Debian 12. Needs: a C compiler, libc6-dbg, x86-64.
# Expected: both tools of one valgrind blame grow(), which enlarges a block of 1,000 bytes to 10,000 with realloc.
# Observed: DHAT blames first(), which asked for 1,000 bytes, for all 10,000, and for the sum of all ten sizes, 55,000.
#   grow() is not in its file. massif blames grow().
# Consequence: a growing vector appears under its constructor in DHAT and under its push_back in massif. Stacks of the two
#   tools cannot be compared where a program uses realloc.
. "$(dirname "$0")/lib.sh"
debs valgrind=1:3.19.0-1
export VALGRIND_LIB=$dir/usr/libexec/valgrind

cat >grow.c <<'C'
#include <stdlib.h>
__attribute__((noinline)) char *first(void) { return malloc(1000); }
__attribute__((noinline)) char *grow(char *block, size_t size) { return realloc(block, size); }
int main(void) {
  char *volatile block = first();
  for (int i = 2; i <= 10; i++) block = grow(block, i * 1000);
  char *other = malloc(16);
  free(other);
  free(block);
  return 0;
}
C
cc -g -O0 -fno-builtin grow.c -o grow
usr/bin/valgrind.bin -q --tool=dhat --dhat-out-file=dhat.json ./grow 2>dhat.log
usr/bin/valgrind.bin -q --tool=massif --peak-inaccuracy=0 --massif-out-file=massif.out ./grow
grep -E '"tb":|"mb":|(first|grow) \(' dhat.json
grep -A4 'heap_tree=peak' massif.out
still "DHAT has 10 blocks with 55,000 bytes" has '"tb":55000,"tbk":10' dhat.json
still "DHAT does not name grow()" lacks ' grow \(' dhat.json
still "massif has the 10,000 bytes with grow()" has 'n1: 10000 .* grow \(' massif.out
