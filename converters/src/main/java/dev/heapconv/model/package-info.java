/**
 * The data that every format is read into and written from: interned stacks, the numbers a sampler
 * recorded, the profile estimated from them, and the warnings collected on the way; and which heap
 * numbers are of, which {@link dev.heapconv.model.Recordings} decides. Independent of formats and
 * I/O.
 */
@NullMarked
package dev.heapconv.model;

import org.jspecify.annotations.NullMarked;
