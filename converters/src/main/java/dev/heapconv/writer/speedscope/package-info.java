/** Speedscope's own JSON, for speedscope.app and its offline copies. */
@NullMarked
package dev.heapconv.writer.speedscope;

import org.jspecify.annotations.NullMarked;
