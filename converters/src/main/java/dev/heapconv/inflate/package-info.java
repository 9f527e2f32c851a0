/** Compressed bytes, inflated within limits. */
@NullMarked
package dev.heapconv.inflate;

import org.jspecify.annotations.NullMarked;
