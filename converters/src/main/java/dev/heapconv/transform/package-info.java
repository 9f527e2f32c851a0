/**
 * Steps between reading and writing: names for people, estimating, selecting, merging. All are
 * independent of formats.
 */
@NullMarked
package dev.heapconv.transform;

import org.jspecify.annotations.NullMarked;
