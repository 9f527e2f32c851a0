/**
 * Batch conversion: finds many inputs, converts them on several threads into a folder that mirrors
 * them, records the result of each in a manifest, and resumes after it was killed. It prints
 * nothing; callers follow it through {@link dev.heapconv.batch.BatchListener}.
 *
 * <ul>
 *   <li>Inputs: {@code InputFinder} and {@code NameFilter} make {@code BatchInput}s of arguments;
 *       {@code BatchPart} and {@code CopiedInputs} leave some out.
 *   <li>Reading: {@code RecordingReader} makes a {@code ReadResult} of each recording, wherever its
 *       bytes are from.
 *   <li>The output folder, which a batch for sinks only has none of: {@code OutputFolder} locks it
 *       and says what of earlier batches still holds, {@code OutputNames} where outputs are, {@code
 *       OutputWriter} writes them.
 *   <li>The journal in it: {@code Manifest} has a line for each result ({@code ManifestJson}),
 *       which a later batch reads ({@code ManifestEntry}).
 *   <li>The run: {@code Batch} has threads, {@code InputConversion} what is done with an input,
 *       {@code MemoryBudget} the memory for it, {@code BatchTally} the counts.
 *   <li>What is made of all inputs together: {@code FleetSink}s.
 * </ul>
 */
@NullMarked
package dev.heapconv.batch;

import org.jspecify.annotations.NullMarked;
