/**
 * What the tests of all modules share: recordings, builders of traces and containers, a checker of
 * pprof files, and generated cases.
 */
package dev.heapconv.testing;
