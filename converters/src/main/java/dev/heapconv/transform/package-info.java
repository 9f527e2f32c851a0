/**
 * Steps between reading and writing: estimating, selecting, merging, symbolizing. All are
 * independent of formats.
 */
package dev.heapconv.transform;
