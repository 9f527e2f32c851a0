/** How readers build stacks from the tables of files. */
@NullMarked
package dev.heapconv.reader.stacks;

import org.jspecify.annotations.NullMarked;
