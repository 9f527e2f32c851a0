package dev.heapconv.unskew.sizes;

/**
 * Estimates how many allocations the recorded ones of a stack stand for.
 *
 * @param value the estimate, at least the recorded number
 * @param low lower end of the interval, at least the recorded number
 * @param high upper end of the interval
 * @param modelLow lower end if only the sizes were uncertain, without sampling noise; between
 *     {@code low} and {@code value}
 * @param modelHigh upper end if only the sizes were uncertain; between {@code value} and {@code
 *     high}
 * @param exact whether every allocation was recorded with its size, at the confidence of the
 *     interval
 * @param smallBytes the most bytes that may have been recorded in whole sampling intervals
 */
public record CountEstimate(
    double value,
    double low,
    double high,
    double modelLow,
    double modelHigh,
    boolean exact,
    double smallBytes) {}
