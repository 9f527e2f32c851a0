/** Files written whole or not at all, safe names for them, and bytes that writers share. */
@NullMarked
package dev.heapconv.output;

import org.jspecify.annotations.NullMarked;
