/** OTLP profiles, in the layout of opentelemetry-proto 1.10 and 1.11. */
@NullMarked
package dev.heapconv.writer.otlp;

import org.jspecify.annotations.NullMarked;
