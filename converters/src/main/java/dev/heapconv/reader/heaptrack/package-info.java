/**
 * Recordings of heaptrack, as {@code heaptrack_interpret} writes them: every allocation and every
 * free, replayed in one pass. What is held in memory is one set of numbers for each different size
 * and stack, whatever the number of events.
 */
@NullMarked
package dev.heapconv.reader.heaptrack;

import org.jspecify.annotations.NullMarked;
