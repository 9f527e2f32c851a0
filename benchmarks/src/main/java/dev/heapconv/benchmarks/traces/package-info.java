/** Generators of large traces, and the few bytes of the wire format that they need. */
package dev.heapconv.benchmarks.traces;
