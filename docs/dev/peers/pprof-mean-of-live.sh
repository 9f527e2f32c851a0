#!/bin/bash
# go tool pprof divides live bytes by allocated objects, not by live ones, when it shows a mean.
#
# Version: golang-1.19-go and golang-1.19-src 1.19.8-2 of Debian 12 (go tool pprof). Needs: x86-64.
# Expected: -mean -sample_index=inuse_space shows the mean size of a live object: 65,536 bytes if all objects have that size.
# Observed: about 655 bytes. Of 1,000 objects 10 are live, and their 655,360 bytes are divided by 1,000.
# Consequence: -mean always divides by the first value of a sample, which is alloc_objects in Go's heap profiles. A heap that
#   still holds few of many objects seems to hold small ones. The mean of alloc_space is right.
. "$(dirname "$0")/lib.sh"
debs golang-1.19-go=1.19.8-2 golang-1.19-src=1.19.8-2
export HOME=$dir GOROOT=$dir/usr/lib/go-1.19 GOFLAGS=-mod=mod GOPROXY=off
go=$GOROOT/bin/go

cat >live.go <<'GO'
package main

import (
	"os"
	"runtime"
	"runtime/pprof"
)

var kept [10][]byte

//go:noinline
func work() {
	for i := 0; i < 1000; i++ {
		kept[i%10] = make([]byte, 65536)
	}
}

func main() {
	runtime.MemProfileRate = 1
	work()
	runtime.GC()
	pprof.Lookup("heap").WriteTo(os.Stdout, 0)
}
GO
"$go" run live.go >live.pb.gz
top() { "$go" tool pprof -unit=B "$@" -top live.pb.gz 2>/dev/null | awk '$6 == "main.work" { print int($1) }'; }
bytes=$(top -sample_index=inuse_space)
objects=$(top -sample_index=inuse_objects)
mean=$(top -sample_index=inuse_space -mean)
still "$bytes live bytes of $objects objects have a mean of $mean bytes, not of $((bytes / objects))" between 600 "$mean" 700
still "live objects have 65,536 bytes" between 65536 $((bytes / objects)) 65536
