/**
 * Tables as text for people, CSV, TSV, JSON and Markdown: the results of queries, with where their
 * numbers come from, and what results say in words. A renderer lays out one format. Names are kept
 * as the recording has them up to the renderers: each makes them harmless for its own readers.
 */
@NullMarked
package dev.heapconv.table;

import org.jspecify.annotations.NullMarked;
