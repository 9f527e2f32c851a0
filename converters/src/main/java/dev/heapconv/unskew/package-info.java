/**
 * From what a sampler recorded to what the program did: one estimator per sampling scheme, each
 * with its interval. Pure functions of numbers.
 */
package dev.heapconv.unskew;
