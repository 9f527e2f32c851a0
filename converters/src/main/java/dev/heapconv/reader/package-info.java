/**
 * The interface and the options of all readers, and tools to write a reader.
 *
 * <p>{@link dev.heapconv.reader.ReadOptions} controls how recordings are read. To read a format
 * that heapconv does not know, implement {@link dev.heapconv.reader.ProfileReader} and assemble the
 * recording with a {@link dev.heapconv.reader.RecordingBuilder}. Then pass your reader to {@link
 * dev.heapconv.Formats#withReader}:
 *
 * <pre>{@code
 * ReadOptions options =
 *     ReadOptions.DEFAULT.withGiven(new GivenSampling(524288, null)).withThreads(2);
 * Formats formats = Formats.STANDARD.withReader(new MyReader());
 * RecordedProfile recorded = HeapConv.read(InputSource.parse("heap.my"), options, formats);
 * }</pre>
 */
@NullMarked
package dev.heapconv.reader;

import org.jspecify.annotations.NullMarked;
