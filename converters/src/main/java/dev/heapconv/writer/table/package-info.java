/**
 * Summary tables: what uses the memory, by function, stack, library, file, process, heap or dump,
 * as text, CSV, TSV, JSON and Markdown. {@code TableBuilder} adds up the stacks of a profile into a
 * {@code Table}; one renderer per format lays it out. Names are kept as recorded up to the
 * renderers: each makes them safe for its output.
 */
package dev.heapconv.writer.table;
