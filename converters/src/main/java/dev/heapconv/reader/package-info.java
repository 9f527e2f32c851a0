/** What all readers share: their interface and their options. */
@NullMarked
package dev.heapconv.reader;

import org.jspecify.annotations.NullMarked;
