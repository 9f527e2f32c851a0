/**
 * The sizes that call stacks allocate, as far as what heapprofd recorded of them tells, and so how
 * many allocations each recorded one stands for.
 */
@NullMarked
package dev.heapconv.unskew.sizes;

import org.jspecify.annotations.NullMarked;
