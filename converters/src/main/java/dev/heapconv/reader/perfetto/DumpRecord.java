package dev.heapconv.reader.perfetto;

import dev.heapconv.model.View;
import java.util.List;

/**
 * The facts kept about every dump of a heap, selected or not.
 *
 * @param timestamp time of the dump on the profiler's clock; 0 when unknown
 * @param startTimestamp when profiling began, on the same clock; 0 when unknown
 * @param totals recorded totals in the order of {@code views}
 */
record DumpRecord(
    long timestamp,
    long startTimestamp,
    long samplingInterval,
    long origSamplingInterval,
    Producer producer,
    List<View> views,
    int stacks,
    List<Long> totals) {}
