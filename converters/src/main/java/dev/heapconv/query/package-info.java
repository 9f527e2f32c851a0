/**
 * Questions to profiles and their answers: {@code Totals}, {@code Difference}, {@code Growth} and
 * {@code Devices} each are a {@code Result}, rows of groups with {@code Column}s of numbers, in
 * order. Whoever shows a result reads its columns and need not know what was asked. What a number
 * looks like to people is here, too ({@code Shown}, {@code HumanNumbers}).
 */
@NullMarked
package dev.heapconv.query;

import org.jspecify.annotations.NullMarked;
