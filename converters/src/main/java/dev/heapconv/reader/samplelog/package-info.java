/**
 * The heapconv sample log, JSONL and CSV: written by a sampling allocator while the program runs.
 * Read in one pass; only the stacks and the live samples are held in memory. {@code
 * docs/sample-log.md} specifies the format.
 */
@NullMarked
package dev.heapconv.reader.samplelog;

import org.jspecify.annotations.NullMarked;
