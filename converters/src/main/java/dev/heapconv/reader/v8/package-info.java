/**
 * V8's sampling heap profiles, {@code .heapprofile}, written by {@code node --heap-prof} and
 * DevTools, and its heap snapshots with the stacks of allocations, {@code .heaptimeline}.
 */
@NullMarked
package dev.heapconv.reader.v8;

import org.jspecify.annotations.NullMarked;
