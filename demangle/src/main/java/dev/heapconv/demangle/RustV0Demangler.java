package dev.heapconv.demangle;

import org.jspecify.annotations.Nullable;

/**
 * Rust's v0 mangling (RFC 2603, https://doc.rust-lang.org/rustc/symbol-mangling/v0.html), printed
 * while it is read, like rustfilt: without crate hashes and without the types of constants.
 */
final class RustV0Demangler {
  private final Cursor in;
  private final Output out;
  private final RustConstants constants;
  private final RustTypes types;

  /** The origin of back references: after {@code _R}. */
  private final int start;

  /** If above 0, what is read is not printed: the path of an impl, the instantiating crate. */
  private int muted;

  private RustV0Demangler(Cursor in, Output out) {
    this.in = in;
    this.out = out;
    this.start = in.position();
    this.constants = new RustConstants(this, in);
    this.types = new RustTypes(this, constants, in, out);
  }

  /** The readable name, or null if {@code symbol} after its {@code _R} is not mangled this way. */
  static @Nullable String demangle(String symbol, int start, int end) {
    try {
      Cursor in = new Cursor(symbol, start, end);
      Output out = new Output(2 * (end - start));
      new RustV0Demangler(in, out).symbol();
      return out.toString();
    } catch (DemangleFailure notMangled) {
      return null;
    }
  }

  private void symbol() {
    path(true);
    if (in.peek() >= 'A' && in.peek() <= 'Z') {
      muted++;
      path(false); // the crate that instantiated a generic
      muted--;
    }
    // suffixes of LLVM and the linker are not part of the name
    if (!in.atEnd() && in.peek() != '.' && in.peek() != '$') {
      throw DemangleFailure.INSTANCE;
    }
  }

  void write(String text) {
    if (muted == 0) {
      out.append(text);
    }
  }

  /** A path; in value position generic arguments are written with a turbofish. */
  void path(boolean value) {
    in.enter();
    out.step();
    char tag = in.next();
    switch (tag) {
      case 'C':
        disambiguator();
        write(identifier());
        break;
      case 'N':
        nested(value);
        break;
      case 'M':
      case 'X':
        muted++;
        disambiguator();
        path(false);
        muted--;
        qualifiedSelf(tag == 'X');
        break;
      case 'Y':
        qualifiedSelf(true);
        break;
      case 'I':
        path(value);
        if (value) {
          write("::");
        }
        write("<");
        genericArguments();
        write(">");
        break;
      case 'B':
        {
          int back = backReference();
          if (back >= 0) {
            path(value);
            in.moveTo(back);
          }
          break;
        }
      default:
        throw DemangleFailure.INSTANCE;
    }
    in.leave();
  }

  private void qualifiedSelf(boolean trait) {
    write("<");
    types.type();
    if (trait) {
      write(" as ");
      path(false);
    }
    write(">");
  }

  /**
   * {@code N <namespace> <path> <identifier>}: lower-case namespaces are implicit, upper-case ones
   * are printed.
   */
  private void nested(boolean value) {
    char namespace = in.next();
    boolean special = namespace >= 'A' && namespace <= 'Z';
    if (!special && !Cursor.isLower(namespace)) {
      throw DemangleFailure.INSTANCE;
    }
    path(value);
    long disambiguator = disambiguator();
    String name = identifier();
    if (special) {
      write("::{");
      write(namespace == 'C' ? "closure" : namespace == 'S' ? "shim" : String.valueOf(namespace));
      if (!name.isEmpty()) {
        write(":");
        write(name);
      }
      write("#");
      write(Long.toUnsignedString(disambiguator));
      write("}");
    } else if (!name.isEmpty()) {
      write("::");
      write(name);
    }
  }

  void genericArguments() {
    boolean first = true;
    while (!in.accept('E')) {
      if (!first) {
        write(", ");
      }
      first = false;
      if (in.accept('L')) {
        types.lifetime(base62());
      } else if (in.accept('K')) {
        constants.constant(false);
      } else {
        types.type();
      }
    }
  }

  /**
   * Moves to the target and returns where to go on; -1 if nothing is printed and the target need
   * not be read.
   */
  int backReference() {
    int tag = in.position() - 1;
    long target = base62();
    if (target < 0 || target >= tag - start) {
      throw DemangleFailure.INSTANCE;
    }
    if (muted > 0) {
      return -1;
    }
    int resume = in.position();
    in.moveTo(start + (int) target);
    return resume;
  }

  long disambiguator() {
    return in.accept('s') ? base62() + 1 : 0;
  }

  /** {@code _} is 0, {@code 0_} is 1; crate hashes use all 64 bits. */
  long base62() {
    if (in.accept('_')) {
      return 0;
    }
    long value = 0;
    while (!in.accept('_')) {
      char c = in.next();
      int digit;
      if (Cursor.isDigit(c)) {
        digit = c - '0';
      } else if (Cursor.isLower(c)) {
        digit = c - 'a' + 10;
      } else if (c >= 'A' && c <= 'Z') {
        digit = c - 'A' + 36;
      } else {
        throw DemangleFailure.INSTANCE;
      }
      value = value * 62 + digit;
    }
    return value + 1;
  }

  String identifier() {
    boolean punycode = in.accept('u');
    int length;
    if (in.accept('0')) {
      length = 0;
    } else {
      length = in.number();
    }
    in.accept('_');
    String text = in.take(length);
    return punycode ? Punycode.decode(text) : text;
  }
}
