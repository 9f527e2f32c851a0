/**
 * What all writers share: their interface, their options, and writing a file whole or not at all.
 */
package dev.heapconv.writer;
