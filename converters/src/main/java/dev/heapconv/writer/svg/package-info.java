/** Flame graphs as pictures that need nothing but themselves. */
@NullMarked
package dev.heapconv.writer.svg;

import org.jspecify.annotations.NullMarked;
