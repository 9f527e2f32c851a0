/** How readers build stacks. */
@NullMarked
package dev.heapconv.reader.stacks;

import org.jspecify.annotations.NullMarked;
