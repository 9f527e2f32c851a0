/**
 * The data that every reader produces and every writer consumes. It is independent of formats and
 * I/O.
 *
 * <ul>
 *   <li>{@link dev.heapconv.model.RecordedProfile} is what a reader returns: the recorded numbers
 *       of the selected heaps.
 *   <li>{@link dev.heapconv.model.EstimatedProfile} is what you work with: estimates with
 *       intervals. Start with this class.
 *   <li>{@link dev.heapconv.model.StackTable} holds the stacks of both. {@link
 *       dev.heapconv.model.HeapInfo} states which heap and dump numbers belong to, and how they
 *       were sampled.
 *   <li>{@link dev.heapconv.model.Notice} is a warning, and {@link dev.heapconv.model.Effects}
 *       states what the warnings of a profile mean for its numbers.
 *   <li>{@link dev.heapconv.model.Recordings} alone decides which recordings, processes and dumps
 *       are the same.
 * </ul>
 *
 * <p>For example, this prints the live bytes of each stack with their innermost function:
 *
 * <pre>{@code
 * for (EstimatedHeap heap : profile.latestDumps()) {
 *   Column live = heap.column(View.SPACE);
 *   for (int row = 0; live != null && row < heap.rows(); row++) {
 *     int frame = profile.stacks().frame(heap.stack(row));
 *     if (frame >= 0) {
 *       String function = profile.stacks().lines(frame).get(0).function();
 *       System.out.println(function + ": " + live.value(row));
 *     }
 *   }
 * }
 * }</pre>
 */
@NullMarked
package dev.heapconv.model;

import org.jspecify.annotations.NullMarked;
