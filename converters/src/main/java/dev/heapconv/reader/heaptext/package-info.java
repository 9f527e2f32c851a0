/**
 * Text dumps of sampling allocators: jemalloc, gperftools and its relatives, Go's {@code debug=1}
 * form, Java's heapz. They contain addresses and, at the end, the mapped libraries; symbols are
 * used if a dump has them.
 */
@NullMarked
package dev.heapconv.reader.heaptext;

import org.jspecify.annotations.NullMarked;
