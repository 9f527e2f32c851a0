#!/bin/bash
# Go's heap profile at a rate of 1 counts one of 16 one-byte objects, and gives it to one of two callers.
#
# Version: golang-1.19-go and golang-1.19-src 1.19.8-2 of Debian 12. Needs: x86-64.
# Expected: runtime.MemProfileRate = 1 records each allocation, so two functions that each make a million objects of one byte
#   have a million each. runtime.MemStats.Mallocs counts 2,000,000.
# Observed: 125,000 objects of 16 bytes, all from one of the two functions; the other has one object or none.
# Consequence: Go packs objects below 16 bytes without pointers into blocks of 16 bytes, and its profiler sees only the object
#   that opens a block. Total bytes are right; counts are up to 16 times too low; stacks whose objects always fill up a block
#   vanish, also at the default rate. A profile at rate 1 is not the true count.
. "$(dirname "$0")/lib.sh"
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
objects() { awk -v name="main.$1" '$6 == name { n = $1 } END { print n + 0 }' top.txt; }
one=$(objects one)
other=$(objects other)
still "the profile has $((one + other)) of 2,000,000 objects" between 124000 $((one + other)) 126000
still "one of the functions has $((one < other ? one : other)) of its 1,000,000" between 0 $((one < other ? one : other)) 100
