/**
 * Estimates summed up: which groups a stack counts to (functions, stacks, libraries, files,
 * processes, heaps, dumps), the sums of each group with their intervals, and the order and choice
 * of the groups to show. Tables, differences, the report and the totals of a batch all take their
 * numbers from here.
 */
@NullMarked
package dev.heapconv.aggregate;

import org.jspecify.annotations.NullMarked;
