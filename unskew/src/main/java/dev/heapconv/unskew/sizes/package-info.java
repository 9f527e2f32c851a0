/**
 * Estimates from what heapprofd records: sums for each call stack, which contain no sizes. The
 * classes infer the sizes that a stack allocates, and so how many allocations each recorded one
 * stands for.
 *
 * <p>Start with {@link dev.heapconv.unskew.sizes.WeightedUnskewer}. It estimates one stack by
 * itself, or all stacks of a recording together, which narrows the intervals. For the latter,
 * collect the sums of each stack in a {@link dev.heapconv.unskew.sizes.StackCells}. Add what else
 * you know of its sizes in a {@link dev.heapconv.unskew.sizes.SiteFacts}, which narrows them
 * further.
 *
 * <pre>{@code
 * // heapprofd recorded 240 allocations with 987,859 bytes, at an interval of 4,099 bytes.
 * WeightedUnskewer unskewer = WeightedUnskewer.create(4099, 4099, 0.95);
 * StackEstimates stack = unskewer.stack(240, 987859, 0, 0);
 * Estimate objects = stack.allocObjects();
 * Estimate bytes = stack.allocSpace(); // 987,859, which needs no correction
 * }</pre>
 */
@NullMarked
package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.NullMarked;
