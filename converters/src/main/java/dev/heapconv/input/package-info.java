/**
 * Opens inputs: from a path, standard input or any other stream to the plain bytes of a recording.
 * The package detects gzip, zstd, zip and tar from the content, never from names, and limits what
 * hostile input can consume.
 *
 * <p>Start with {@link dev.heapconv.input.InputSource}. Most programs only pass a source to {@link
 * dev.heapconv.HeapConv#read(dev.heapconv.input.InputSource, dev.heapconv.reader.ReadOptions)}:
 *
 * <pre>{@code
 * InputSource file = InputSource.parse("traces.zip!app.pftrace");
 * InputSource object = InputSource.of("bucket/app.pftrace", () -> client.open("app.pftrace"));
 * RecordedProfile recorded = HeapConv.read(file, ReadOptions.DEFAULT);
 * }</pre>
 */
@NullMarked
package dev.heapconv.input;

import org.jspecify.annotations.NullMarked;
