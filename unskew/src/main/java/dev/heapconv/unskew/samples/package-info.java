/** Estimates, with intervals, of what was sampled by each scheme: pure functions on numbers. */
@NullMarked
package dev.heapconv.unskew.samples;

import org.jspecify.annotations.NullMarked;
