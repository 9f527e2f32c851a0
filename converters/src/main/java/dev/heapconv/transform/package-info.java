/**
 * Steps between reading and writing: estimating, selecting, merging, symbolizing. None of them
 * knows a format.
 */
package dev.heapconv.transform;
