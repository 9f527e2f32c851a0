/** Generators of large traces and logs. */
package dev.heapconv.benchmarks.traces;
