#!/bin/bash
# The numbers in a dump of jemalloc 5.3 are neither what was sampled nor what there is.
#
# Package: libjemalloc2 and libjemalloc-dev 5.3.0-1 of Debian 12 (with jeprof). Needs: a C compiler, Perl, binutils, x86-64.
# Guess: "t*: n: bytes" are the samples of a stack, n of them, which a reader has to scale up. Of 19,980 blocks of 64 bytes and 20 of
#   1 MiB, at a sampling interval of 4 KiB, that is about 310 + 20 = 330 samples, and over 20 MiB, as each large block is sampled.
# Seen: about 4,700 objects and 5.3 MB, less than the large blocks alone have. jeprof makes of it 20,000 objects and 21 MiB, the truth.
#   With prof_unbias:false the dump has the 330 samples, and jeprof says 330 objects: it scales by the mean size, 62 KiB, which hides
#   the small blocks.
# Why: jemalloc unbiases sample by sample, and then shrinks the sums so that the scaling by the mean, which readers do, makes them
#   right. The header "heap_v2/4096" is the same for both. So nobody may judge by n how sure a number is, add up lines of different
#   stacks before they are scaled, or print the raw bytes as a lower limit.
# Fails if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Unpacks pinned packages of Debian 12 here; nothing is installed.
debs() {
  local apt=(apt-get -qq -o Dir::State::lists="$dir/lists" -o Dir::Cache="$dir/cache" -o APT::Sandbox::User=root)
  mkdir -p lists/partial
  "${apt[@]}" update
  "${apt[@]}" download "$@"
  for deb in *.deb; do dpkg-deb -x "$deb" .; done
}
debs libjemalloc2=5.3.0-1 libjemalloc-dev=5.3.0-1
export LD_LIBRARY_PATH=$dir/usr/lib/x86_64-linux-gnu

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
  # The stack with the most bytes is that of site().
  sed -n '/^@/{n;p;}' $unbias.heap | tr -d : | awk '$3 > bytes { n = $2; bytes = $3 } END { print n, bytes }' >$unbias.raw
  perl usr/bin/jeprof --text --inuse_objects ./mix $unbias.heap 2>jeprof.log | awk '$NF == "site" { print $1 }' >$unbias.estimate
  echo "prof_unbias:$unbias $(head -1 $unbias.heap): dump $(cat $unbias.raw), jeprof $(cat $unbias.estimate) objects"
done
read -r objects bytes <true.raw
read -r samples _ <false.raw
if ((objects < 3500 || bytes > 10000000 || samples > 600 || $(cat true.estimate) < 15000 || $(cat false.estimate) > 600)); then
  echo "changed"
  exit 1
fi
echo "still so: $objects objects and $bytes bytes, of 20,000 objects with 22,250,240 bytes, for $samples samples"
