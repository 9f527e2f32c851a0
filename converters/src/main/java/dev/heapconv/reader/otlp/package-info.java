/**
 * OTLP profiles, as OpenTelemetry's SDKs, collector and agents write them, in the layout of
 * opentelemetry-proto 1.10 and 1.11: each message has tables of its own; what they say of one
 * process becomes its heaps and dumps.
 */
@NullMarked
package dev.heapconv.reader.otlp;

import org.jspecify.annotations.NullMarked;
