/** Estimates with intervals, and the schemes by which profilers sample. */
@NullMarked
package dev.heapconv.unskew;

import org.jspecify.annotations.NullMarked;
