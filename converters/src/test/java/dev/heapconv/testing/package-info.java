/**
 * What tests share: recordings, builders of traces and containers, and readers and checkers of what
 * was written.
 */
package dev.heapconv.testing;
