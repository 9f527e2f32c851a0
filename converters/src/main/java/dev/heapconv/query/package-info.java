/**
 * Questions to profiles and their answers: {@code Totals}, {@code Difference} and {@code Growth}
 * make a {@code Result}, rows of groups in order with {@code ResultColumn}s of numbers. It has no
 * words: {@code show} has.
 */
@NullMarked
package dev.heapconv.query;

import org.jspecify.annotations.NullMarked;
