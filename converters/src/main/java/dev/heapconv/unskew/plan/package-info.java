/** What a planned recording would tell, and what recordings of some devices tell of all. */
@NullMarked
package dev.heapconv.unskew.plan;

import org.jspecify.annotations.NullMarked;
