/** Answers as text, CSV, TSV, JSON or Markdown, and the words that describe heaps. */
@NullMarked
package dev.heapconv.show;

import org.jspecify.annotations.NullMarked;
