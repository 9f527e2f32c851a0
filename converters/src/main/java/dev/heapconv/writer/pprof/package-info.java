/** Writes pprof profiles. */
@NullMarked
package dev.heapconv.writer.pprof;

import org.jspecify.annotations.NullMarked;
