/**
 * Recordings of the JDK's Flight Recorder, written by the JDK itself or by async-profiler. The
 * JDK's own reader (module {@code jdk.jfr}, which is optional) decodes them; this package chooses
 * the events that say what was allocated, and knows how each profiler sampled them.
 */
@NullMarked
package dev.heapconv.reader.jfr;

import org.jspecify.annotations.NullMarked;
