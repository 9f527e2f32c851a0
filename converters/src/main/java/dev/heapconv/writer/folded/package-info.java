/** Folded stacks, one line each, as flamegraph.pl and many other tools read them. */
package dev.heapconv.writer.folded;
