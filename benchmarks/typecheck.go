// Checks the types of packages of Go's library and writes a profile of what that allocates:
//
//	go run typecheck.go OUT RATE PACKAGE ...
package main

import (
	"go/importer"
	"go/token"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
)

func main() {
	rate, err := strconv.Atoi(os.Args[2])
	check(err)
	runtime.MemProfileRate = rate
	packages := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, path := range os.Args[3:] {
		_, err := packages.Import(path)
		check(err)
	}
	out, err := os.Create(os.Args[1])
	check(err)
	check(pprof.Lookup("allocs").WriteTo(out, 0))
	check(out.Close())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
