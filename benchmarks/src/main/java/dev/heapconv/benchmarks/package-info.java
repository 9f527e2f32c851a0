/** What heapconv is measured beside. */
package dev.heapconv.benchmarks;
