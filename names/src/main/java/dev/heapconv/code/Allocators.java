package dev.heapconv.code;

import dev.heapconv.code.Value.Binary;
import dev.heapconv.code.Value.Constant;
import dev.heapconv.code.Value.Operator;
import dev.heapconv.code.Value.Parameter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions that allocate, by name, and how their parameters make up the size. */
final class Allocators {

  private static final Value FIRST = new Parameter(0);
  private static final Value SECOND = new Parameter(1);
  private static final Value THIRD = new Parameter(2);

  /** As libstdc++ does for operator new with an alignment. */
  private static final Value ROUNDED_UP =
      new Binary(
          Operator.AND,
          new Binary(Operator.ADD, new Binary(Operator.ADD, FIRST, SECOND), new Constant(-1)),
          new Binary(Operator.SUBTRACT, Value.ZERO, SECOND));

  /** What allocators put before the names of C's functions to live beside the system's. */
  private static final List<String> PREFIXES =
      List.of("__libc_", "je_", "_rjem_", "tc_", "mi_", "scudo_");

  private static final Map<String, Value> SIZES = sizes();

  private Allocators() {}

  private static Map<String, Value> sizes() {
    Map<String, Value> sizes = new HashMap<>();
    for (String name :
        List.of(
            "malloc",
            "valloc",
            "mallocx",
            "new",
            "newarray",
            "new_nothrow",
            "newarray_nothrow",
            "_Znwm",
            "_Znam",
            "_ZnwmRKSt9nothrow_t",
            "_ZnamRKSt9nothrow_t",
            "operator new(unsigned long)",
            "operator new[](unsigned long)")) {
      sizes.put(name, FIRST);
    }
    for (String name : List.of("realloc", "rallocx", "memalign", "aligned_alloc")) {
      sizes.put(name, SECOND);
    }
    sizes.put("posix_memalign", THIRD);
    sizes.put("calloc", new Binary(Operator.MULTIPLY, FIRST, SECOND));
    sizes.put("reallocarray", new Binary(Operator.MULTIPLY, SECOND, THIRD));
    for (String name : List.of("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t")) {
      sizes.put(name, ROUNDED_UP);
      sizes.put(name + "RKSt9nothrow_t", ROUNDED_UP);
    }
    return Map.copyOf(sizes);
  }

  /** The size in terms of the parameters; null if a function of this name is no allocator. */
  static @Nullable Value size(String name) {
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return SIZES.get(name.substring(prefix.length()));
      }
    }
    boolean needsPrefix = name.startsWith("new");
    return needsPrefix ? null : SIZES.get(name);
  }

  /** Whether a file is a C++ library, whose names alone tell what its functions do. */
  static boolean mayBeLibrary(String file) {
    return file.startsWith("libstdc++.so") || file.startsWith("libc++");
  }

  /** Whether a function of this name in a file is that of a C++ library. */
  static boolean isOfLibrary(String name, String file) {
    // What libc++ asks for has differed.
    boolean isSure = !ROUNDED_UP.equals(SIZES.get(name)) || !file.startsWith("libc++");
    return isSure && mayBeLibrary(file);
  }
}
