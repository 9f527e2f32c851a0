/**
 * Turns linker symbols into readable names: Itanium C++, Rust v0 and Rust legacy, in pure Java.
 *
 * <p>{@link dev.heapconv.demangle.Demangler} is the only entry point. An Itanium symbol is parsed
 * into a tree of {@code Node}s (with separate parsers for names, types and expressions), which a
 * printer writes in declarator order; the output matches GNU {@code c++filt}. Rust symbols are
 * printed while they are read. Input is hostile until proven otherwise: nesting, work and output
 * are capped, and whatever does not parse to its last character is returned unchanged.
 */
@NullMarked
package dev.heapconv.demangle;

import org.jspecify.annotations.NullMarked;
