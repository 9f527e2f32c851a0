/**
 * What the machine code of a program says about its allocations: the sizes that are constants where
 * the allocator is called. Sound, not complete: what is not certain from the code alone is unknown.
 *
 * <p>{@code AllocationCode} goes up a stack from the allocator that the recording names. For each
 * call it has {@code Sites} find the function in a {@code CodeFile}, as a {@code Routine}: its
 * decoded instructions and every way into them. The run of instructions right before the call is
 * tried first; if that is not enough, {@code Flow} goes through the whole function with a {@code
 * State} for each place. {@code Decoder}s turn instructions into {@code Step}s, so that all else
 * knows no processor.
 */
@NullMarked
package dev.heapconv.code;

import org.jspecify.annotations.NullMarked;
