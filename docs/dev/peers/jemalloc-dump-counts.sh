#!/bin/bash
# The numbers in a dump of jemalloc 5.3 are neither the samples nor the estimates.
#
# Version: libjemalloc2 and libjemalloc-dev 5.3.0-1 of Debian 12 (with jeprof). Needs: a C compiler, Perl, binutils, x86-64.
# Expected: "t*: n: bytes" are the n samples of a stack, which the reader scales up. Of 19,980 blocks of 64 bytes and 20 of 1 MiB,
#   at an interval of 4 KiB, these are about 310 + 20 = 330 samples with over 20 MiB, because each large block is sampled.
# Observed: about 4,700 objects and 5.3 MB, less than the large blocks alone have. jeprof computes 20,000 objects and 21 MiB
#   from it, which is right. With prof_unbias:false the dump has the 330 samples, and jeprof shows 330 objects: it scales by the
#   mean size, 62 KiB, which hides the small blocks.
# Consequence: jemalloc corrects each sample, and then shrinks the sums so that a reader that scales by the mean size gets the
#   right result. The header, "heap_v2/4096", is the same for both. So n does not tell how reliable a number is, lines of different
#   stacks must be scaled before they are added up, and the raw bytes are not a lower limit.
. "$(dirname "$0")/lib.sh"
debs libjemalloc2=5.3.0-1 libjemalloc-dev=5.3.0-1

cat >mix.c <<'C'
#include <jemalloc/jemalloc.h>
#include <stdlib.h>
static void *kept[20000];
__attribute__((noinline)) static void *site(size_t size) { return malloc(size); }
int main(int count, char **arguments) {
  for (int i = 0; i < 20000; i++) kept[i] = site(i % 1000 == 0 ? 1048576 : 64);
  const char *name = arguments[1];
  return mallctl("prof.dump", NULL, NULL, &name, sizeof name);
}
C
cc -g -O0 -fno-builtin -Iusr/include mix.c -o mix -Lusr/lib/x86_64-linux-gnu -ljemalloc
for unbias in true false; do
  MALLOC_CONF=prof:true,lg_prof_sample:12,prof_unbias:$unbias ./mix $unbias.heap
done
# The stack with the most bytes is that of site().
dumped() { sed -n '/^@/{n;p;}' "$1.heap" | tr -d : | awk '$3 > bytes { n = $2; bytes = $3 } END { print n, bytes }'; }
estimated() { perl usr/bin/jeprof --text --inuse_objects ./mix "$1.heap" 2>jeprof.log | awk '$NF == "site" { print $1 }'; }
read -r objects bytes <<<"$(dumped true)"
read -r samples _ <<<"$(dumped false)"
head -qn 1 true.heap false.heap
still "the dump has $objects objects for $samples samples" between 3500 "$objects" 6000
still "the dump has $bytes bytes, of 22,250,240" between 0 "$bytes" 10000000
still "prof_unbias:false dumps $samples samples" between 0 "$samples" 600
still "jeprof estimates $(estimated true) of 20,000 objects" between 15000 "$(estimated true)" 25000
still "jeprof shows $(estimated false) objects with prof_unbias:false" between 0 "$(estimated false)" 600
