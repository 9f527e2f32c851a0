/**
 * The library's front door: {@link dev.heapconv.HeapConv} reads, estimates and writes in three
 * calls.
 */
package dev.heapconv;
