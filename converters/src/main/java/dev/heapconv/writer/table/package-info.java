/**
 * Summary tables: who holds the memory, by function, stack, library, file, process, heap or dump,
 * as text for people, CSV, TSV, JSON and Markdown. {@code TableBuilder} adds up the stacks of a
 * profile into a {@code Table}; one writer a format lays it out. Names are kept as the recording
 * has them up to the writers: each makes them harmless for its own readers.
 */
@NullMarked
package dev.heapconv.writer.table;

import org.jspecify.annotations.NullMarked;
