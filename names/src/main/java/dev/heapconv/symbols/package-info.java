/**
 * Names for code that was recorded without any: finds the files that hold the symbols of a mapping,
 * by its build id first, and looks up addresses in them. Knows binaries, and no format of profiles.
 */
@NullMarked
package dev.heapconv.symbols;

import org.jspecify.annotations.NullMarked;
