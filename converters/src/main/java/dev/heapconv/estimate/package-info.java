/** Estimates of what was recorded, heap by heap, by the way in which each was sampled. */
@NullMarked
package dev.heapconv.estimate;

import org.jspecify.annotations.NullMarked;
