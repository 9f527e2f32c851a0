/** Several recordings or dumps as one: sums, series of dumps, and which of them are taken. */
@NullMarked
package dev.heapconv.combine;

import org.jspecify.annotations.NullMarked;
