/**
 * Questions to profiles and their answers. A {@code Question} ({@code Totals}, {@code Difference},
 * {@code Growth}) makes an {@code Answer}: rows of groups in order, with a {@code NumberColumn} for
 * each number. The question also says which columns people see, and what the answer says in words;
 * {@code show} makes tables of that.
 */
@NullMarked
package dev.heapconv.query;

import org.jspecify.annotations.NullMarked;
