/** Columns of numbers that grow in blocks. */
@NullMarked
package dev.heapconv.columns;

import org.jspecify.annotations.NullMarked;
