#!/bin/bash
# google-pprof counts 17-byte blocks of gperftools' heap samples almost twice, and 16-byte blocks right.
#
# Packages: google-perftools, libgoogle-perftools4, libgoogle-perftools-dev and libtcmalloc-minimal4 2.10-1, libunwind8 1.6.2-3 of
#   Debian 12. Needs: a C++ compiler, Perl, binutils, x86-64.
# Guess: a heap sample of MallocExtension says at which interval it was taken, and google-pprof unsamples by size, so counts agree
#   with the truth but for noise, whatever the size: 4,000,000 blocks are about 4,000,000.
# Seen: right for 16 bytes; for 17 bytes about 1.9 times as many.
# Why: tcmalloc draws its samples by bytes of the size class, 32 for a block of 17 bytes, but writes down the size that was asked for.
#   google-pprof divides by the chance of 17 bytes. Objects and bytes of every size that is rounded up are too high by what was
#   added: a few percent for most, and almost two times for blocks just above 16 bytes, such as small strings and tree nodes.
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
debs google-perftools=2.10-1 libgoogle-perftools4=2.10-1 libgoogle-perftools-dev=2.10-1 libtcmalloc-minimal4=2.10-1 libunwind8=1.6.2-3
export LD_LIBRARY_PATH=$dir/usr/lib/x86_64-linux-gnu

cat >blocks.cc <<'C'
#include <gperftools/malloc_extension.h>
#include <cstdio>
#include <cstdlib>
#include <string>
static void *volatile last;
__attribute__((noinline)) void site(size_t size, int count) {
  while (count-- > 0) last = malloc(size);
}
int main(int, char **arguments) {
  size_t size = atoi(arguments[1]);
  // The first 16 MiB are never sampled.
  for (int i = 0; i < 40; i++) last = malloc(1 << 20);
  site(size, 4000000);
  std::string sample;
  MallocExtension::instance()->GetHeapSample(&sample);
  fwrite(sample.data(), 1, sample.size(), stdout);
  return 0;
}
C
c++ -g -O0 -fno-builtin -Iusr/include blocks.cc -o blocks -Lusr/lib/x86_64-linux-gnu -l:libtcmalloc.so.4 -Wl,--allow-shlib-undefined
for size in 16 17; do
  TCMALLOC_SAMPLE_PARAMETER=4096 ./blocks $size >$size.heap
  perl usr/bin/google-pprof --text --inuse_objects ./blocks $size.heap 2>pprof.log | awk '$NF == "site" { print $1 }' >$size.count
  echo "$size bytes: $(cat $size.count) of 4000000 blocks"
done
if (($(cat 16.count) < 3700000 || $(cat 16.count) > 4300000 || $(cat 17.count) < 7000000 || $(cat 17.count) > 8000000)); then
  echo "changed"
  exit 1
fi
echo "still so: 17 bytes are counted almost twice"
