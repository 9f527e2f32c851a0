package dev.heapconv.benchmarks.accuracy;

import java.util.List;

/** A recording of a program that counted its own allocations. */
public interface RecordingWithTruth {

    /** A short name, such as {@code truth_i4096}. */
    String name();

    /** The mean sampling interval in bytes. */
    long interval();

    /** The sites of the program that appear in the recording. */
    List<Site> sites();

    /**
     * One allocation site.
     *
     * @param recordedAllocs recorded allocations of all stacks of the site, one element per stack
     * @param truth what the program counted
     */
    record Site(String name, List<RecordedRow> recordedAllocs, ViewTotals truth) {
    }

    /** What the trace holds for one stack: counts and bytes as recorded. */
    record RecordedRow(long allocs, long allocBytes, long frees, long freeBytes) {
    }
}
