/** What is written of two profiles at once, instead of one of their difference. */
@NullMarked
package dev.heapconv.difference;

import org.jspecify.annotations.NullMarked;
