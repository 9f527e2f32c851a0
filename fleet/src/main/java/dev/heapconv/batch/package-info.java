/**
 * Batch conversion: finds many inputs, converts them on several threads into a folder that mirrors
 * them, records the result of each in a manifest, resumes after it was killed, and sums up the
 * estimates of the whole fleet. It prints nothing; callers follow it through {@link
 * dev.heapconv.batch.BatchListener}.
 */
@NullMarked
package dev.heapconv.batch;

import org.jspecify.annotations.NullMarked;
