/**
 * Steps between reading and writing: estimating, selecting, merging, symbolizing. None of them
 * knows a format.
 */
@NullMarked
package dev.heapconv.transform;

import org.jspecify.annotations.NullMarked;
