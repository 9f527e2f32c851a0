/**
 * Sums of estimates: which groups a stack belongs to (functions, stacks, libraries, files,
 * processes, heaps, dumps), the sums of each group with their intervals, and the selection and
 * order of the groups to show. Tables, differences, the report and the totals of a batch all get
 * their numbers from here.
 */
package dev.heapconv.aggregate;
