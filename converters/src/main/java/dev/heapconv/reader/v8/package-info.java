/**
 * V8's sampling heap profiles: {@code .heapprofile}, written by {@code node --heap-prof} and
 * DevTools.
 */
package dev.heapconv.reader.v8;
