package dev.heapconv.reader.perfetto;

import dev.heapconv.model.View;
import java.util.List;

/**
 * The numbers of one heap at one dump, in the columns of {@link dev.heapconv.model.RecordedHeap}.
 *
 * @param dump which dump, from 1
 */
record Snapshot(
    int dump,
    List<View> views,
    int[] stacks,
    long[] allocCount,
    long[] allocBytes,
    long[] liveCount,
    long[] liveBytes) {}
