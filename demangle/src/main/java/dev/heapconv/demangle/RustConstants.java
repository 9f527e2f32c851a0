package dev.heapconv.demangle;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Constants in the generic arguments of Rust v0 symbols. */
final class RustConstants {
  private final RustV0Demangler paths;
  private final Cursor in;

  RustConstants(RustV0Demangler paths, Cursor in) {
    this.paths = paths;
    this.in = in;
  }

  /**
   * One constant; as a generic argument (not {@code nested}) anything but a plain literal is in
   * braces.
   */
  void constant(boolean nested) {
    in.enter();
    char tag = in.next();
    switch (tag) {
      case 'p':
        paths.write("_");
        break;
      case 'h', 't', 'm', 'y', 'o', 'j':
        integer();
        break;
      case 'a', 's', 'l', 'x', 'n', 'i':
        paths.write(in.accept('n') ? "-" : "");
        integer();
        break;
      case 'b':
        bool();
        break;
      case 'c':
        character();
        break;
      case 'B':
        {
          int back = paths.backReference();
          if (back >= 0) {
            constant(nested);
            in.moveTo(back);
          }
          break;
        }
      case 'R':
        if (in.accept('e')) {
          string();
          break;
        }
        braced(tag, nested);
        break;
      default:
        braced(tag, nested);
        break;
    }
    in.leave();
  }

  private void braced(char tag, boolean nested) {
    paths.write(nested ? "" : "{");
    switch (tag) {
      case 'e':
        paths.write("*");
        string();
        break;
      case 'R':
        paths.write("&");
        constant(true);
        break;
      case 'Q':
        paths.write("&mut ");
        constant(true);
        break;
      case 'A':
        paths.write("[");
        list();
        paths.write("]");
        break;
      case 'T':
        paths.write("(");
        paths.write(list() == 1 ? ",)" : ")");
        break;
      case 'V':
        variant();
        break;
      default:
        throw DemangleFailure.INSTANCE;
    }
    paths.write(nested ? "" : "}");
  }

  private int list() {
    int count = 0;
    while (!in.accept('E')) {
      if (count++ > 0) {
        paths.write(", ");
      }
      constant(true);
    }
    return count;
  }

  private void variant() {
    paths.path(true);
    switch (in.next()) {
      case 'U':
        break;
      case 'T':
        paths.write("(");
        list();
        paths.write(")");
        break;
      case 'S':
        paths.write(" { ");
        fields();
        paths.write(" }");
        break;
      default:
        throw DemangleFailure.INSTANCE;
    }
  }

  private void fields() {
    boolean first = true;
    while (!in.accept('E')) {
      paths.write(first ? "" : ", ");
      first = false;
      paths.disambiguator();
      paths.write(paths.identifier());
      paths.write(": ");
      constant(true);
    }
  }

  /** Lower-case hex digits up to an underscore, without leading zeros; empty for 0. */
  private String hex() {
    int from = in.position();
    int significant = from;
    while (!in.accept('_')) {
      char c = in.next();
      if (!Cursor.isDigit(c) && (c < 'a' || c > 'f')) {
        throw DemangleFailure.INSTANCE;
      }
      if (c == '0' && significant == in.position() - 1) {
        significant++;
      }
    }
    String digits = in.since(significant);
    return digits.substring(0, digits.length() - 1);
  }

  private void integer() {
    String digits = hex();
    if (digits.length() > 16) {
      paths.write("0x");
      paths.write(digits);
    } else {
      paths.write(
          digits.isEmpty() ? "0" : Long.toUnsignedString(Long.parseUnsignedLong(digits, 16)));
    }
  }

  private void bool() {
    String digits = hex();
    if (digits.length() > 1 || (digits.length() == 1 && digits.charAt(0) != '1')) {
      throw DemangleFailure.INSTANCE;
    }
    paths.write(digits.isEmpty() ? "false" : "true");
  }

  private void character() {
    String digits = hex();
    int value = digits.isEmpty() ? 0 : digits.length() > 6 ? -1 : Integer.parseInt(digits, 16);
    if (!Character.isValidCodePoint(value)
        || (value >= Character.MIN_SURROGATE && value <= Character.MAX_SURROGATE)) {
      throw DemangleFailure.INSTANCE;
    }
    StringBuilder quoted = new StringBuilder(10).append('\'');
    escape(value, '\'', quoted);
    paths.write(quoted.append('\'').toString());
  }

  /** Bytes of UTF-8 in hex. */
  private void string() {
    int from = in.position();
    while (in.peek() != '_') {
      in.next();
    }
    String digits = in.since(from);
    in.skip(1);
    if (digits.length() % 2 != 0) {
      throw DemangleFailure.INSTANCE;
    }
    byte[] bytes = new byte[digits.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(digits.charAt(2 * i), 16);
      int low = Character.digit(digits.charAt(2 * i + 1), 16);
      if (high < 0 || low < 0) {
        throw DemangleFailure.INSTANCE;
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException malformed) {
      throw DemangleFailure.INSTANCE;
    }
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      escape(text.codePointAt(i), '"', quoted);
    }
    paths.write(quoted.append('"').toString());
  }

  private static void escape(int c, char quote, StringBuilder out) {
    switch (c) {
      case 0:
        out.append("\\0");
        break;
      case '\t':
        out.append("\\t");
        break;
      case '\n':
        out.append("\\n");
        break;
      case '\r':
        out.append("\\r");
        break;
      case '\\':
        out.append("\\\\");
        break;
      default:
        if (c == quote) {
          out.append('\\').append(quote);
        } else if (Character.isISOControl(c) || Character.getType(c) == Character.UNASSIGNED) {
          out.append("\\u{").append(Integer.toHexString(c)).append('}');
        } else {
          out.appendCodePoint(c);
        }
        break;
    }
  }
}
