/**
 * From what a sampler recorded to what the program did: one estimator per sampling scheme, each
 * with its interval. Pure functions of numbers.
 */
@NullMarked
package dev.heapconv.unskew;

import org.jspecify.annotations.NullMarked;
