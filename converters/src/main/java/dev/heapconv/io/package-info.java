/** Bytes, text, temporary files and threads: what has nothing to do with profiles. */
@NullMarked
package dev.heapconv.io;

import org.jspecify.annotations.NullMarked;
