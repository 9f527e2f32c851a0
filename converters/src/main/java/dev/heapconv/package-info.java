/**
 * The library's entry point: {@link dev.heapconv.HeapConv} reads, estimates and writes in three
 * calls.
 */
package dev.heapconv;
