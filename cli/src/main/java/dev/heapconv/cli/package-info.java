/** The command line: options, progress, exit statuses. It converts nothing itself. */
package dev.heapconv.cli;
