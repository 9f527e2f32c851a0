/**
 * Estimates from single samples: one class for each way in which profilers sample, and the
 * intervals that they share.
 *
 * <p>Start with {@link dev.heapconv.unskew.samples.StackSamples#of StackSamples.of}: it returns an
 * empty stack for a sampling scheme. Add the samples of one call stack, then ask for objects and
 * bytes. Always estimate each stack by itself and add up the estimates. If the profile contains
 * only numbers that its producer has scaled, use {@link dev.heapconv.unskew.samples.ScaledNumbers};
 * {@link dev.heapconv.unskew.samples.ScalingEvidence} finds out whether it has.
 *
 * <pre>{@code
 * Intervals intervals = Intervals.of(0.95);
 * StackSamples stack = StackSamples.of(Scheme.RECORDED, 524288);
 * stack.add(4096, 0, 0); // one sampled allocation of 4 KiB
 * Estimate objects = stack.objects(intervals);
 * Estimate bytes = stack.space(intervals);
 * }</pre>
 *
 * <p>Before a recording, {@link dev.heapconv.unskew.samples.SamplingPlan} tells you which errors to
 * expect at a sampling interval.
 */
@NullMarked
package dev.heapconv.unskew.samples;

import org.jspecify.annotations.NullMarked;
