/** Folded stacks, one line each, as flamegraph.pl and many other tools read them. */
@NullMarked
package dev.heapconv.writer.folded;

import org.jspecify.annotations.NullMarked;
