/**
 * Work on other threads: on the parts of something at once, or ahead of whoever uses the results.
 * Whatever fails on such a thread is thrown to the one that waits for it.
 */
@NullMarked
package dev.heapconv.thread;

import org.jspecify.annotations.NullMarked;
