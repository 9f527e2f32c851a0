package dev.heapconv.code;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A function that allocates, and how its parameters make up the size.
 *
 * @param name of an allocator; empty for one that is known by its place
 * @param file null for one that is known by its name, which is that of another file's function
 * @param start where it begins in the file
 */
record Goal(String name, @Nullable CodeFile file, long start, Value size) {

  /** An allocator that the recording names. */
  static Goal named(String name) {
    Value size = Allocators.size(name);
    if (size == null) {
      throw new IllegalArgumentException(name);
    }
    return new Goal(name, null, 0, size);
  }

  /** Whether it is what a file calls. */
  boolean is(CodeFile caller, Value target) throws IOException {
    if (target instanceof Value.Import of) {
      return file == null ? isNamed(of.name()) : file.names(start).contains(of.name());
    }
    // A function of this name in the program itself is another one, which may ask for more.
    return target instanceof Value.Constant address && caller == file && address.value() == start;
  }

  /** Whether a function is this one by its name, or operator new[], which jumps to operator new. */
  private boolean isNamed(String other) {
    return other.equals(name)
        || (name.startsWith("_Znw") && other.equals("_Zna" + name.substring(4)));
  }
}
