/**
 * Files and folders that are needed for a while only, all in the folder that Java calls {@code
 * java.io.tmpdir}: who makes them, and what is said where that folder cannot be used.
 */
@NullMarked
package dev.heapconv.temporary;

import org.jspecify.annotations.NullMarked;
