/** What readers of text share: lines with their problems, and names of programs in commands. */
@NullMarked
package dev.heapconv.reader.lines;

import org.jspecify.annotations.NullMarked;
