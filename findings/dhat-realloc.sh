#!/bin/bash
# DHAT gives what realloc adds to the function that called malloc; massif gives it to the one that called realloc.
#
# Package: valgrind 1:3.19.0-1 of Debian 12. Needs: a C compiler, libc6-dbg, x86-64.
# Guess: the tools of one valgrind agree on who allocated a block: the last function that sized it, here grow(), which
#   makes a block of 1,000 bytes one of 10,000 by realloc.
# Seen: DHAT has all 10,000 bytes, and all ten sizes added up (55,000), with first(), which asked for 1,000 bytes. grow() is not
#   in its file at all. massif has what is live with grow().
# Why: who looks for the growing vector or string buffer finds its constructor in DHAT and its push_back in massif; stacks of
#   the two cannot be compared where realloc is used.
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
debs valgrind=1:3.19.0-1
export VALGRIND_LIB=$dir/usr/libexec/valgrind
valgrind=$dir/usr/bin/valgrind.bin

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
"$valgrind" -q --tool=dhat --dhat-out-file=dhat.json ./grow 2>dhat.log
"$valgrind" -q --tool=massif --peak-inaccuracy=0 --massif-out-file=massif.out ./grow
echo "DHAT:"
grep -E '"tb":|"mb":|(first|grow) \(' dhat.json
echo "massif:"
grep -A4 'heap_tree=peak' massif.out
if grep -q ' grow (' dhat.json || ! grep -q '"tb":55000,"tbk":10' dhat.json; then
  echo "changed: DHAT"
  exit 1
fi
if ! grep -q 'n1: 10000 .* grow (' massif.out; then
  echo "changed: massif"
  exit 1
fi
echo "still so: DHAT has first(), massif has grow()"
