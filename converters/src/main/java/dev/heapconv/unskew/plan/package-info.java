/** What a planned recording would tell: simulations of its estimates. */
@NullMarked
package dev.heapconv.unskew.plan;

import org.jspecify.annotations.NullMarked;
