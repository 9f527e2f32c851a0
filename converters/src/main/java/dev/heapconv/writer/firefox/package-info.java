/** Processed profiles of the Firefox Profiler, for profiler.firefox.com. */
@NullMarked
package dev.heapconv.writer.firefox;

import org.jspecify.annotations.NullMarked;
