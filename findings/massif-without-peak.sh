#!/bin/bash
# massif has no call stack of memory that is allocated last and never freed.
#
# Package: valgrind 1:3.19.0-1 of Debian 12. Needs: a C compiler, libc6-dbg, x86-64.
# Guess: the peak snapshot has the call stack of what a program held when it held most: here 100 MB, from allocate().
# Seen: the last snapshot says 100,000,000 bytes, but no snapshot is marked as the peak, no tree of any snapshot has allocate(), and
#   ms_print does not name it. With one free() at the end, the peak and its tree are there.
# Why: massif looks for a peak only when something is freed, and makes every tenth other snapshot a detailed one. A program
#   that grows and ends, or is ended, such as one that leaks, is the one that gets no stacks.
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
"$valgrind" -q --tool=massif --massif-out-file=grows.out ./last
"$valgrind" -q --tool=massif --massif-out-file=frees.out ./last free
for run in grows frees; do
  perl "$dir/usr/bin/ms_print" $run.out >$run.txt
  echo "$run: largest $(sed -n 's/^mem_heap_B=//p' $run.out | sort -n | tail -1) bytes," \
    "$(grep -c heap_tree=peak $run.out || true) peaks, allocate() in $(grep -c 'allocate (' $run.txt || true) lines of ms_print"
done
if ! grep -q mem_heap_B=100000016 grows.out || grep -qE 'heap_tree=peak|allocate \(' grows.out; then
  echo "changed: without free()"
  exit 1
fi
if ! grep -q heap_tree=peak frees.out || ! grep -q 'allocate (' frees.out; then
  echo "changed: with free()"
  exit 1
fi
echo "still so: 100 MB without a stack"
