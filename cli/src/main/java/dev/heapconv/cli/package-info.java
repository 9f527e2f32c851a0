/** The command line: options, progress, exit statuses. It converts nothing itself. */
@NullMarked
package dev.heapconv.cli;

import org.jspecify.annotations.NullMarked;
