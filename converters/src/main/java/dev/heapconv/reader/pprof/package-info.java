/** Reads pprof profiles, whoever wrote them. */
@NullMarked
package dev.heapconv.reader.pprof;

import org.jspecify.annotations.NullMarked;
