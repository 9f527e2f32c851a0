/**
 * From a path or standard input to the plain bytes of a recording: opening, sniffing by content,
 * gzip, zstd, zip and tar, and the limits that protect against hostile input.
 */
@NullMarked
package dev.heapconv.input;

import org.jspecify.annotations.NullMarked;
