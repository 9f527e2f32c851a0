/**
 * Names for code that was recorded without any. {@code Symbols} collects the addresses of each
 * binary ({@code ModuleFrames}), finds the file that holds its symbols, by its build id first
 * ({@code SymbolIndex}, {@code Debuginfod}), and asks {@code LlvmSymbolizer}, or reads symbol
 * tables and Breakpad files itself. Knows binaries, and no format of profiles.
 */
@NullMarked
package dev.heapconv.symbols;

import org.jspecify.annotations.NullMarked;
