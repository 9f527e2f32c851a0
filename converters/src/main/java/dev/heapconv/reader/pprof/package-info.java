/** Reads pprof profiles from any producer. */
@NullMarked
package dev.heapconv.reader.pprof;

import org.jspecify.annotations.NullMarked;
