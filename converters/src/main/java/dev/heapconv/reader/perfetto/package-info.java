/**
 * Reads heapprofd profiles from Perfetto traces.
 *
 * <ol>
 *   <li>{@code PacketScanner} finds packets in a stream, using one buffer of 256 KiB. A packet that
 *       does not fit is read in pieces, and only the fields that are needed are kept.
 *   <li>{@code Packet} scans a packet once, because the id of its sequence may follow its payload.
 *       Packets of other data sources end here.
 *   <li>{@code TraceDecoder} passes each part to the class that keeps it: the {@code Machine} that
 *       the packet is from, {@code TraceFacts}, {@code BufferLosses}, {@code ModuleSymbolTable},
 *       {@code DeobfuscationTable}, or the {@code ProfileSequence} of the packet's machine and
 *       sequence id. Compressed packets contain a trace themselves, which has a scanner of its own.
 *   <li>{@code ProfileSequence} collects the samples of a dump, which spans several packets, and
 *       keeps with them the {@code Generation} of ids that they were sent in ({@code
 *       SequenceState}). Where packets were lost, {@code OpenDumps} says which samples may be of
 *       the next dump; {@code DumpState} names what moves it. Callstacks may be defined after the
 *       samples that use them, so {@code CallstackResolver} resolves ids when the dump is complete:
 *       inline tables (Android 10) first, then interned data.
 *   <li>{@code HeapAccumulator} takes the dump of the heap of its process. Its {@code HeapCounters}
 *       are cumulative, but restart for a stack that was entirely freed and that the profiler
 *       forgot; the earlier counts of such a stack are carried forward. Where ids do not tell which
 *       counters go on, {@code RowMatching} finds it by the stacks. {@code RowCells} keeps what was
 *       allocated between dumps, which tells the sizes of stacks.
 *   <li>{@code PerfettoReader} describes the selected dumps, restores Java names, and turns counted
 *       problems and the flags of the profiler into warnings.
 * </ol>
 */
@NullMarked
package dev.heapconv.reader.perfetto;

import org.jspecify.annotations.NullMarked;
