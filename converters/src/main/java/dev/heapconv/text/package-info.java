/**
 * Text that programs and people exchange: lines, JSON, names of files, what a terminal may show.
 */
@NullMarked
package dev.heapconv.text;

import org.jspecify.annotations.NullMarked;
