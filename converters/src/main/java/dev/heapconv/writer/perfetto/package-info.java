/** Writes recorded Perfetto traces with names added. */
@NullMarked
package dev.heapconv.writer.perfetto;

import org.jspecify.annotations.NullMarked;
