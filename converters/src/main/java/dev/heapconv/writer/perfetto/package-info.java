/**
 * Writes Perfetto traces: estimates as heapprofd would have recorded them, and recorded traces with
 * names added.
 */
@NullMarked
package dev.heapconv.writer.perfetto;

import org.jspecify.annotations.NullMarked;
