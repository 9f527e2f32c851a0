package dev.heapconv.spark;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.InputCounts;
import java.io.Serializable;
import java.util.List;

/**
 * What a task that ended well has made.
 *
 * @param folder which only this attempt of the task has written to
 * @param files in it, such as {@code functions/date=2026-11-24/task-00007-0000.parquet}
 * @param result what became of its inputs
 * @param counts of how many inputs the device or the day is not known
 */
record TaskOutput(String folder, List<String> files, BatchResult result, InputCounts counts)
    implements Serializable {}
