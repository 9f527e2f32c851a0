/**
 * What all writers share: their interface, their options, and writing a file completely or not at
 * all.
 */
package dev.heapconv.writer;
