/** Names of functions for people: demangled, and those of renamed Java code. */
@NullMarked
package dev.heapconv.naming;

import org.jspecify.annotations.NullMarked;
