/** Numbers for values. */
@NullMarked
package dev.heapconv.ids;

import org.jspecify.annotations.NullMarked;
