#!/bin/bash
# Go's heap profile with a rate of 1 counts one of 16 one-byte objects, and gives it to one of two callers.
#
# Package: golang-1.19-go and golang-1.19-src 1.19.8-2 of Debian 12. Needs: x86-64.
# Guess: with runtime.MemProfileRate = 1 each allocation is recorded, so two functions that make a million objects of one byte
#   each have a million each, 2,000,000 in all, as runtime.MemStats.Mallocs says.
# Seen: 125,000 objects of 16 bytes, all of one of the two functions; the other has one object or none.
# Why: objects below 16 bytes without pointers share a block of 16 bytes. The profiler sees the object that opens a block, not
#   those that fill it up. Bytes are right in sum, counts are up to 16 times too low, and stacks whose objects always fill up
#   vanish, also at the usual rate. The "exact" profile of a test is not the truth to compare counts with.
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
debs golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2
export HOME=$dir GOROOT=$dir/usr/lib/go-1.19 GOFLAGS=-mod=mod GOPROXY=off
go=$GOROOT/bin/go

cat >tiny.go <<'GO'
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
)

var kept = make([]*byte, 0, 2000000)

//go:noinline
func one() *byte { return new(byte) }

//go:noinline
func other() *byte { return new(byte) }

func main() {
	runtime.MemProfileRate = 1
	for i := 0; i < 1000000; i++ {
		kept = append(kept, one(), other())
	}
	runtime.GC()
	pprof.Lookup("allocs").WriteTo(os.Stdout, 0)
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	fmt.Fprintln(os.Stderr, len(kept), "objects; Mallocs:", stats.Mallocs)
}
GO
"$go" run tiny.go >tiny.pb.gz
"$go" tool pprof -sample_index=alloc_objects -top -nodefraction=0 tiny.pb.gz 2>pprof.log >top.txt
grep 'main\.' top.txt
objects() { awk -v name="$1" '$6 == name { n = $1 } END { print n + 0 }' top.txt; }
one=$(objects main.one)
other=$(objects main.other)
if ((one + other < 124000 || one + other > 126000 || (one > 100 && other > 100))); then
  echo "changed: $one and $other objects"
  exit 1
fi
echo "still so: $one and $other objects, of 1,000,000 each"
