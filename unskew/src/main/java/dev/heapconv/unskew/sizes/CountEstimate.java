package dev.heapconv.unskew.sizes;

/**
 * How many allocations are behind the recorded ones of a stack.
 *
 * @param value the estimate, at least the recorded number
 * @param low lower end of the interval, at least the recorded number
 * @param high upper end
 * @param modelLow lower end if only the sizes were unknown, and nothing left to the chance of
 *     sampling; between {@code low} and {@code value}
 * @param modelHigh upper end likewise
 * @param exact whether each allocation was recorded, to the byte, as sure as the interval is
 * @param smallBytes bytes that were recorded in whole sampling intervals, as many as there may be
 */
public record CountEstimate(
    double value,
    double low,
    double high,
    double modelLow,
    double modelHigh,
    boolean exact,
    double smallBytes) {}
