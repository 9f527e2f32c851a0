/**
 * The entry to the library. {@link dev.heapconv.HeapConv} reads a recording, estimates what the
 * program allocated, and writes the profile, in three calls:
 *
 * <pre>{@code
 * RecordedProfile recorded = HeapConv.read(InputSource.parse("trace.pftrace"), ReadOptions.DEFAULT);
 * EstimatedProfile profile = HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
 * HeapConv.write(profile, Format.PPROF, new WriteOptions("my tool 1.0", null), out);
 * }</pre>
 *
 * <p>{@link dev.heapconv.Formats} lists the formats that the library reads, and {@link
 * dev.heapconv.Format} those that it writes. The numbers themselves are in {@link
 * dev.heapconv.model}, and {@code dev.heapconv.query} sums and compares them. If you have only
 * numbers of your own sampler, use the module {@code dev.heapconv.unskew} alone.
 */
@NullMarked
package dev.heapconv;

import org.jspecify.annotations.NullMarked;
