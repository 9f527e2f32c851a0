/**
 * Estimates of what a program allocated, each with an interval, from the samples of a heap
 * profiler.
 *
 * <p>A heap profiler records one allocation in thousands, and it records large allocations more
 * often than small ones. The classes here and in the subpackages undo this skew. They are pure
 * functions on numbers: they know no files, no stacks and no names.
 *
 * <ul>
 *   <li>This package describes how allocations were sampled ({@link dev.heapconv.unskew.Scheme},
 *       {@link dev.heapconv.unskew.Sampling}) and holds the result type, {@link
 *       dev.heapconv.unskew.Estimate}.
 *   <li>{@code dev.heapconv.unskew.samples} estimates from single samples. Start with {@link
 *       dev.heapconv.unskew.samples.StackSamples}.
 *   <li>{@code dev.heapconv.unskew.sizes} estimates from heapprofd's sums, which contain no sizes.
 *       Start with {@link dev.heapconv.unskew.sizes.WeightedUnskewer}.
 *   <li>{@code dev.heapconv.unskew.growth} separates growth from noise. Start with {@link
 *       dev.heapconv.unskew.growth.GrowthProbability}.
 * </ul>
 *
 * <p>For example, jemalloc sampled three allocations of 96 bytes at an interval of 512 KiB:
 *
 * <pre>{@code
 * StackSamples site = StackSamples.of(Scheme.RECORDED, 512 << 10);
 * for (int i = 0; i < 3; i++) {
 *   site.add(96, 0, 0);
 * }
 * Estimate objects = site.objects(Intervals.of(0.95));
 * long estimated = objects.rounded(); // 16,386 allocations
 * }</pre>
 */
@NullMarked
package dev.heapconv.unskew;

import org.jspecify.annotations.NullMarked;
