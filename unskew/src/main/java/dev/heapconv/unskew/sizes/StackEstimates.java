package dev.heapconv.unskew.sizes;

import dev.heapconv.unskew.Estimate;

/**
 * The estimates of one stack in all four views. They are consistent: live memory never exceeds
 * allocated memory.
 *
 * @param allocObjects allocations since profiling began
 * @param allocSpace bytes allocated since profiling began
 * @param objects allocations not freed at the dump
 * @param space bytes not freed at the dump
 */
public record StackEstimates(
    Estimate allocObjects, Estimate allocSpace, Estimate objects, Estimate space) {}
