/** The interface and options of all readers. */
@NullMarked
package dev.heapconv.reader;

import org.jspecify.annotations.NullMarked;
