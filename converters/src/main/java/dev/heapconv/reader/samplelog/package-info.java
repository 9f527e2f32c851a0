/**
 * The heapconv sample log, JSONL and CSV: what a sampling allocator writes while the program runs.
 * Read in one pass; what is held in memory are the stacks and the samples that are live. {@code
 * docs/sample-log.md} specifies the format.
 */
@NullMarked
package dev.heapconv.reader.samplelog;

import org.jspecify.annotations.NullMarked;
