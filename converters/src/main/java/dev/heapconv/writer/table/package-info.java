/**
 * Tables as text for people, CSV, TSV, JSON and Markdown: who holds the memory, what two recordings
 * differ by, the totals of a batch. A {@code Table} is what they have in common, and one renderer a
 * format lays it out. Names are kept as the recording has them up to the renderers: each makes them
 * harmless for its own readers.
 */
@NullMarked
package dev.heapconv.writer.table;

import org.jspecify.annotations.NullMarked;
