/**
 * Reads heapprofd profiles from Perfetto traces: a scanner that finds packets in a stream, the
 * interning state of each packet sequence, the assembly of dumps from runs of packets, and the
 * accumulation of dumps into totals.
 */
@NullMarked
package dev.heapconv.reader.perfetto;

import org.jspecify.annotations.NullMarked;
