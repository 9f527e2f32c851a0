/**
 * Tables as text for people, CSV, TSV, JSON and Markdown: {@link dev.heapconv.table.Table} is what
 * is shown, and a renderer lays out one format. Words have one owner each: those of a heap's facts
 * {@link dev.heapconv.table.HeapText}, of how far numbers can be trusted {@link
 * dev.heapconv.table.Trust}, of what was judged {@link dev.heapconv.table.VerdictText}, of a result
 * as a whole {@code ResultText}. So have numbers: estimates with their intervals {@code
 * NumberUnit}, all others {@link dev.heapconv.table.HumanNumbers}. Names are kept as the recording
 * has them up to the renderers: each makes them harmless for its own readers.
 */
@NullMarked
package dev.heapconv.table;

import org.jspecify.annotations.NullMarked;
