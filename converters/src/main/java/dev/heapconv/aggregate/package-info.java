/**
 * What a row of a table is: a function, stack, library, file, process, heap or dump, with the sum
 * of its estimates. {@code EstimateSums} adds, {@code Groups} say which groups a stack counts to,
 * and {@code Comparison} puts two recordings over the same stacks. Names of frames and the list of
 * the allocator's functions are here, too.
 */
@NullMarked
package dev.heapconv.aggregate;

import org.jspecify.annotations.NullMarked;
