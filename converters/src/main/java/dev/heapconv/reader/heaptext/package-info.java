/**
 * Text dumps of sampling allocators: jemalloc, gperftools and its relatives, Go's {@code debug=1}
 * form, Java's heapz. They hold addresses and, at their end, the mapped libraries; where a dump has
 * symbols, they are used.
 */
@NullMarked
package dev.heapconv.reader.heaptext;

import org.jspecify.annotations.NullMarked;
