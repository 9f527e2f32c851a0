#!/bin/bash
# The mean that go tool pprof shows of live bytes is divided by allocated objects, not by live ones.
#
# Package: golang-1.19-go and golang-1.19-src 1.19.8-2 of Debian 12 (go tool pprof). Needs: x86-64.
# Guess: -mean -sample_index=inuse_space shows the mean size of a live object: 65,536 bytes where all objects have that size.
# Seen: about 655 bytes. Of 1,000 objects 10 are live, and their 655,360 bytes are divided by 1,000.
# Why: -mean always divides by the first value of a sample, and that of Go's heap profiles is alloc_objects. A heap that holds few of
#   many objects seems to hold small ones. The mean of alloc_space is right.
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
for values in inuse_space inuse_objects alloc_objects; do
  echo "$values: $("$go" tool pprof -unit=B -sample_index=$values -top live.pb.gz 2>/dev/null | grep main.work)"
done
"$go" tool pprof -unit=B -mean -sample_index=inuse_space -top live.pb.gz 2>/dev/null >mean.txt
grep -E 'Type|accounting|main.work' mean.txt
mean=$(awk '$6 == "main.work" { sub(/B$/, "", $1); print int($1) }' mean.txt)
if ((mean < 600 || mean > 700)); then
  echo "changed: a mean of $mean bytes"
  exit 1
fi
echo "still so: a mean of $mean bytes, of live blocks of 65536"
