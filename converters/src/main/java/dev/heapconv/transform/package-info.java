/**
 * Steps between reading and writing: estimating, selecting, merging, symbolizing. All are
 * independent of formats.
 */
@NullMarked
package dev.heapconv.transform;

import org.jspecify.annotations.NullMarked;
