/** Which processes, heaps and dumps of a recording are converted. */
@NullMarked
package dev.heapconv.select;

import org.jspecify.annotations.NullMarked;
