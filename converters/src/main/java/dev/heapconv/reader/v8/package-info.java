/**
 * V8's sampling heap profiles: {@code .heapprofile}, written by {@code node --heap-prof} and
 * DevTools.
 */
@NullMarked
package dev.heapconv.reader.v8;

import org.jspecify.annotations.NullMarked;
