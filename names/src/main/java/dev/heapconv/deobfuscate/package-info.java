/**
 * Original names of Java code that R8 or ProGuard renamed, from the map that it wrote. Knows maps,
 * and no format of profiles.
 */
@NullMarked
package dev.heapconv.deobfuscate;

import org.jspecify.annotations.NullMarked;
