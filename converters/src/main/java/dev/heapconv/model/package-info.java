/**
 * The data that every format is read into and written from: interned stacks, the numbers a sampler
 * recorded, the profile estimated from them, and the warnings collected on the way. Independent of
 * formats and I/O.
 */
@NullMarked
package dev.heapconv.model;

import org.jspecify.annotations.NullMarked;
