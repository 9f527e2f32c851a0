/**
 * Profiles of valgrind's heap tools: DHAT, whose format dhat-rs writes as well, and massif. Both
 * record every allocation and name functions themselves; the two share the text of frames. DHAT has
 * numbers at the peak and at the end, massif the live bytes of its detailed snapshots.
 */
@NullMarked
package dev.heapconv.reader.valgrind;

import org.jspecify.annotations.NullMarked;
