/**
 * What all writers share: their interface, their options, and writing a file completely or not at
 * all.
 */
@NullMarked
package dev.heapconv.writer;

import org.jspecify.annotations.NullMarked;
