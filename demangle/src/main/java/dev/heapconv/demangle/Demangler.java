package dev.heapconv.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Turns linker symbols into readable names.
 *
 * <p>Supports the Itanium C++ ABI ({@code _Z}, macOS {@code __Z}, clang blocks {@code ___Z}), Rust
 * v0 ({@code _R}) and Rust legacy ({@code _ZN...17h<hash>E}). The output matches GNU {@code
 * c++filt} from binutils 2.40: parameters, {@code [clone .cold]} for the suffixes of compilers,
 * Rust without hashes. MSVC, D, Swift and plain names are left unchanged.
 */
public final class Demangler {
  /**
   * Longer symbols are hostile or useless: the longest in LLVM, V8 and Boost have about 50,000
   * characters.
   */
  private static final int MAX_SYMBOL_LENGTH = 1 << 17;

  private Demangler() {}

  /**
   * Demangles one symbol. Safe on any input: time and output are bounded (output to 256 Ki
   * characters, beyond which the symbol is treated as not demangleable), and nothing is thrown.
   *
   * @param symbol a linker symbol, possibly followed by {@code @VERSION} or {@code @plt}, which is
   *     kept; not null
   * @return the readable name, or the same {@code symbol} object if it is not mangled or cannot be
   *     demangled
   */
  public static String demangle(String symbol) {
    if (symbol.length() > MAX_SYMBOL_LENGTH) {
      return symbol;
    }
    return symbol.startsWith("_GLOBAL_") ? keyedTo(symbol) : demangleMangled(symbol);
  }

  private static String demangleMangled(String symbol) {
    int start = prefixLength(symbol);
    if (start == 0) {
      return symbol;
    }
    int at = symbol.indexOf('@', start);
    int end = at < 0 ? symbol.length() : at;
    String name =
        symbol.charAt(start - 1) == 'R'
            ? RustV0Demangler.demangle(symbol, start, end)
            : demangleZ(symbol, start, end);
    if (name == null) {
      return symbol;
    }
    return at < 0 ? name : name.concat(symbol.substring(at));
  }

  /**
   * {@code _GLOBAL__I_<symbol>}: the function that runs the initializers of a file, named after the
   * first global symbol in it. Such a function is not in turn one that another is named after.
   */
  private static String keyedTo(String symbol) {
    if (symbol.length() < 12 || symbol.charAt(10) != '_' || "_.$".indexOf(symbol.charAt(8)) < 0) {
      return symbol;
    }
    switch (symbol.charAt(9)) {
      case 'I':
        return "global constructors keyed to ".concat(demangleMangled(symbol.substring(11)));
      case 'D':
        return "global destructors keyed to ".concat(demangleMangled(symbol.substring(11)));
      default:
        return symbol;
    }
  }

  /**
   * Length of the prefix of a mangled name ({@code _Z}, {@code _R} and their variants); 0 if there
   * is none.
   */
  private static int prefixLength(String symbol) {
    int underscores = 0;
    while (underscores < symbol.length() && underscores < 4 && symbol.charAt(underscores) == '_') {
      underscores++;
    }
    if (underscores == 0 || underscores >= symbol.length() - 1) {
      return 0;
    }
    char mark = symbol.charAt(underscores);
    if (mark == 'Z' || (mark == 'R' && underscores <= 2)) {
      return underscores + 1;
    }
    return 0;
  }

  private static @Nullable String demangleZ(String symbol, int start, int end) {
    String rust = RustLegacy.demangle(symbol, start, end);
    if (rust != null) {
      return rust;
    }
    String name = demangleItanium(symbol, start, end, false);
    if (name == null && symbol.indexOf("sr", start) > 0) {
      name = demangleItanium(symbol, start, end, true);
    }
    return name;
  }

  private static @Nullable String demangleItanium(
      String symbol, int start, int end, boolean scopeIsType) {
    boolean block = start >= 4;
    try {
      Cursor in = new Cursor(symbol, start, end);
      Node encoding = new ItaniumParser(in, scopeIsType).encoding();
      Output out = new Output(4 * (end - start));
      if (block) {
        blockSuffix(in);
        out.append("invocation function for block in ");
      }
      int suffix = in.position();
      new ItaniumPrinter(out).print(encoding);
      return CloneSuffix.append(symbol, suffix, end, out) ? out.toString() : null;
    } catch (DemangleFailure notMangled) {
      return null;
    }
  }

  /** {@code _block_invoke} with an optional number. */
  private static void blockSuffix(Cursor in) {
    String mark = "_block_invoke";
    if (!in.startsWith(mark)) {
      throw DemangleFailure.INSTANCE;
    }
    in.skip(mark.length());
    in.accept('_');
    while (Cursor.isDigit(in.peek())) {
      in.skip(1);
    }
  }
}
