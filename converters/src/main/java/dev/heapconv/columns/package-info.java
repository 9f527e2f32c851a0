/** Growing columns of numbers, as narrow as these are. */
@NullMarked
package dev.heapconv.columns;

import org.jspecify.annotations.NullMarked;
