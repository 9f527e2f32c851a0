/**
 * Turns linker symbols into readable names: Itanium C++, Rust v0 and Rust legacy, in pure Java.
 *
 * <p>{@link dev.heapconv.demangle.Demangler} is the only entry. An Itanium symbol is parsed into a
 * tree of {@code Node}s (names, types and expressions each have their parser) which a printer
 * writes in declarator order; the text is that of GNU {@code c++filt}. Rust symbols are printed
 * while they are read. Input is hostile until proven otherwise: nesting, work and output are
 * capped, and whatever does not parse to its last character is returned unchanged.
 */
@NullMarked
package dev.heapconv.demangle;

import org.jspecify.annotations.NullMarked;
