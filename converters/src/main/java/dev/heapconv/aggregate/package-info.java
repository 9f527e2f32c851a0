/**
 * Estimates summed up by function, stack, library, file, process, heap or dump, with their
 * intervals, and put in order: what tables, differences, the report and the totals of a batch show.
 * {@code EstimateSums} adds, {@code Groups} say which groups a stack counts to, {@code Aggregation}
 * brings both together, and a {@code Ranking} is the result. Names of frames and the list of the
 * allocator's functions are here, too.
 */
@NullMarked
package dev.heapconv.aggregate;

import org.jspecify.annotations.NullMarked;
