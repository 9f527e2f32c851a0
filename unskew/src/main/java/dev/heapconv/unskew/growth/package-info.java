/**
 * What tells growth from noise: chances of changes, trends, and how many of those found are false.
 */
@NullMarked
package dev.heapconv.unskew.growth;

import org.jspecify.annotations.NullMarked;
