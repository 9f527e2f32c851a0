/**
 * Many inputs at once: finds them, converts them by several threads into a folder that mirrors
 * them, writes down in a manifest what became of each, goes on where it was killed, and sums the
 * estimates of the whole fleet. It prints nothing; who runs it listens through {@link
 * dev.heapconv.batch.BatchListener}.
 */
@NullMarked
package dev.heapconv.batch;

import org.jspecify.annotations.NullMarked;
