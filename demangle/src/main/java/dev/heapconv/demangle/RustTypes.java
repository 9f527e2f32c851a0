package dev.heapconv.demangle;

import org.jspecify.annotations.Nullable;

/** Types in Rust v0 symbols. */
final class RustTypes {
  private final RustV0Demangler paths;
  private final RustConstants constants;
  private final Cursor in;
  private final Output out;
  private int boundLifetimes;

  RustTypes(RustV0Demangler paths, RustConstants constants, Cursor in, Output out) {
    this.paths = paths;
    this.constants = constants;
    this.in = in;
    this.out = out;
  }

  void type() {
    in.enter();
    out.step();
    char tag = in.next();
    String basic = basicType(tag);
    if (basic != null) {
      paths.write(basic);
    } else {
      compoundType(tag);
    }
    in.leave();
  }

  private void compoundType(char tag) {
    switch (tag) {
      case 'R':
      case 'Q':
        paths.write("&");
        if (in.accept('L')) {
          long index = paths.base62();
          if (index != 0) {
            lifetime(index);
            paths.write(" ");
          }
        }
        paths.write(tag == 'Q' ? "mut " : "");
        type();
        break;
      case 'P':
        paths.write("*const ");
        type();
        break;
      case 'O':
        paths.write("*mut ");
        type();
        break;
      case 'A':
        paths.write("[");
        type();
        paths.write("; ");
        constants.constant(true);
        paths.write("]");
        break;
      case 'S':
        paths.write("[");
        type();
        paths.write("]");
        break;
      case 'T':
        tuple();
        break;
      case 'F':
        function();
        break;
      case 'D':
        paths.write("dyn ");
        dynBounds();
        in.expect('L');
        lifetimeBound();
        break;
      case 'W':
        type();
        paths.write(" is ");
        pattern();
        break;
      case 'B':
        {
          int back = paths.backReference();
          if (back >= 0) {
            type();
            in.moveTo(back);
          }
          break;
        }
      default:
        in.skip(-1);
        paths.path(false);
        break;
    }
  }

  private void tuple() {
    paths.write("(");
    int count = 0;
    while (!in.accept('E')) {
      if (count++ > 0) {
        paths.write(", ");
      }
      type();
    }
    paths.write(count == 1 ? ",)" : ")");
  }

  /** Pattern types: ranges, alternatives and non-null. */
  private void pattern() {
    in.enter();
    switch (in.next()) {
      case 'R':
        constants.constant(true);
        paths.write("..=");
        constants.constant(true);
        break;
      case 'O':
        pattern();
        while (!in.accept('E')) {
          paths.write(" | ");
          pattern();
        }
        break;
      case 'N':
        paths.write("!null");
        break;
      default:
        throw DemangleFailure.INSTANCE;
    }
    in.leave();
  }

  private void function() {
    int outer = binder();
    if (in.accept('U')) {
      paths.write("unsafe ");
    }
    if (in.accept('K')) {
      paths.write("extern \"");
      paths.write(in.accept('C') ? "C" : paths.identifier().replace('_', '-'));
      paths.write("\" ");
    }
    paths.write("fn(");
    boolean first = true;
    while (!in.accept('E')) {
      if (!first) {
        paths.write(", ");
      }
      first = false;
      type();
    }
    paths.write(")");
    if (!in.accept('u')) {
      paths.write(" -> ");
      type();
    }
    boundLifetimes = outer;
  }

  private void dynBounds() {
    int outer = binder();
    boolean first = true;
    while (!in.accept('E')) {
      if (!first) {
        paths.write(" + ");
      }
      first = false;
      dynTrait();
    }
    boundLifetimes = outer;
  }

  private void dynTrait() {
    boolean open = pathWithOpenArguments();
    while (in.accept('p')) {
      paths.write(open ? ", " : "<");
      open = true;
      paths.write(paths.identifier());
      paths.write(" = ");
      type();
    }
    if (open) {
      paths.write(">");
    }
  }

  /** A trait's path whose argument list, if any, is left open for the associated types. */
  private boolean pathWithOpenArguments() {
    in.enter();
    boolean open = false;
    if (in.accept('B')) {
      int back = paths.backReference();
      if (back >= 0) {
        open = pathWithOpenArguments();
        in.moveTo(back);
      }
    } else if (in.accept('I')) {
      paths.path(false);
      paths.write("<");
      paths.genericArguments();
      open = true;
    } else {
      paths.path(false);
    }
    in.leave();
    return open;
  }

  private void lifetimeBound() {
    long index = paths.base62();
    if (index != 0) {
      paths.write(" + ");
      lifetime(index);
    }
  }

  /**
   * {@code [G <count>]}: writes {@code for<'a, 'b> }; returns the previous number of bound
   * lifetimes.
   */
  private int binder() {
    int outer = boundLifetimes;
    if (!in.accept('G')) {
      return outer;
    }
    long count = paths.base62() + 1;
    if (count <= 0 || count > in.remaining()) {
      throw DemangleFailure.INSTANCE;
    }
    paths.write("for<");
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        paths.write(", ");
      }
      boundLifetimes++;
      lifetime(1);
    }
    paths.write("> ");
    return outer;
  }

  /** De Bruijn index, 1 being the innermost; 0 is erased. */
  void lifetime(long index) {
    if (index == 0) {
      paths.write("'_");
      return;
    }
    long depth = boundLifetimes - index;
    if (index < 0 || depth < 0) {
      throw DemangleFailure.INSTANCE;
    }
    paths.write("'");
    paths.write(
        depth < 26 ? String.valueOf((char) ('a' + depth)) : "_".concat(Long.toString(depth)));
  }

  private static @Nullable String basicType(char tag) {
    switch (tag) {
      case 'a':
        return "i8";
      case 'b':
        return "bool";
      case 'c':
        return "char";
      case 'd':
        return "f64";
      case 'e':
        return "str";
      case 'f':
        return "f32";
      case 'h':
        return "u8";
      case 'i':
        return "isize";
      case 'j':
        return "usize";
      case 'l':
        return "i32";
      case 'm':
        return "u32";
      case 'n':
        return "i128";
      case 'o':
        return "u128";
      case 'p':
        return "_";
      case 's':
        return "i16";
      case 't':
        return "u16";
      case 'u':
        return "()";
      case 'v':
        return "...";
      case 'x':
        return "i64";
      case 'y':
        return "u64";
      case 'z':
        return "!";
      default:
        return null;
    }
  }
}
