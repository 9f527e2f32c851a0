/**
 * The library's entry point: {@link dev.heapconv.HeapConv} reads, estimates and writes in three
 * calls.
 */
@NullMarked
package dev.heapconv;

import org.jspecify.annotations.NullMarked;
