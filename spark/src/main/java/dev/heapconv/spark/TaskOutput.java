package dev.heapconv.spark;

import dev.heapconv.batch.BatchResult;
import dev.heapconv.batch.InputCounts;
import java.io.Serializable;

/**
 * What a task that ended well has made.
 *
 * @param folder which only this attempt of the task has written to, below that of the table
 * @param result what became of its inputs
 * @param counts of how many inputs the device or the day is not known
 */
record TaskOutput(String folder, BatchResult result, InputCounts counts) implements Serializable {}
