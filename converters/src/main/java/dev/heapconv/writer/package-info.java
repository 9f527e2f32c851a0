/**
 * The interface and the options of all writers.
 *
 * <p>{@link dev.heapconv.writer.WriteOptions} controls how profiles are written. To write a format
 * that heapconv does not know, implement {@link dev.heapconv.writer.ProfileWriter} and call it
 * yourself:
 *
 * <pre>{@code
 * ProfileWriter writer = (profile, options, out) -> out.write(bytes(profile));
 * writer.write(profile, new WriteOptions("my tool 1.0", null), out);
 * }</pre>
 *
 * <p>A writer of whole numbers reads the {@link dev.heapconv.writer.Samples} of each heap.
 */
@NullMarked
package dev.heapconv.writer;

import org.jspecify.annotations.NullMarked;
