/**
 * Recordings of the JDK's Flight Recorder, written by the JDK itself or by async-profiler. This
 * package decodes them as they describe themselves, chooses the events that say what was allocated,
 * and knows how each profiler sampled them.
 */
@NullMarked
package dev.heapconv.reader.jfr;

import org.jspecify.annotations.NullMarked;
