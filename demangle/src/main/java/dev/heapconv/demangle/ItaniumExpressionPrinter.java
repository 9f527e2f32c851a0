package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;

/**
 * Writes expressions like c++filt, with parentheses around every operand that is not a plain name.
 */
final class ItaniumExpressionPrinter {
  private final ItaniumPrinter names;
  private final Output out;

  ItaniumExpressionPrinter(ItaniumPrinter names, Output out) {
    this.names = names;
    this.out = out;
  }

  void operand(Node node) {
    boolean plain;
    switch (node.kind) {
      case NAME:
      case QUALIFIED:
      case BRACED_LIST:
      case FUNCTION_PARAMETER:
      case EXPRESSION_LIST: // has its own parentheses
        plain = true;
        break;
      default:
        plain = false;
        break;
    }
    if (!plain) {
      out.append('(');
    }
    names.print(node);
    if (!plain) {
      out.append(')');
    }
  }

  void print(Node node) {
    switch (node.kind) {
      case LITERAL -> literal(node);
      case FUNCTION_PARAMETER -> {
        if (node.number == 0) {
          out.append("this");
        } else {
          out.append("{parm#").append(node.number).append('}');
        }
      }
      case NULLARY -> out.append(node.text);
      case PREFIX -> {
        out.append(node.text);
        operand(node.a());
      }
      case PARENTHESIZED_PREFIX -> {
        out.append(node.text).append('(');
        names.print(node.a());
        out.append(')');
      }
      case ADDRESS_OF -> {
        out.append('&');
        operand(isQualifiedFunction(node.a()) ? node.a().a() : node.a());
      }
      case POSTFIX -> {
        operand(node.a());
        out.append(node.text);
      }
      case BINARY -> binary(node);
      case MEMBER_ACCESS -> {
        operand(node.a());
        out.append(node.text);
        operand(node.b());
      }
      case SUBSCRIPT -> {
        operand(node.a());
        out.append('[');
        names.print(node.b());
        out.append(']');
      }
      case CONDITIONAL -> {
        operand(node.list[0]);
        out.append('?');
        operand(node.list[1]);
        out.append(" : ");
        operand(node.list[2]);
      }
      case CALL -> call(node);
      case CAST -> {
        out.append('(');
        names.print(node.a());
        out.append(')');
        operand(node.b());
      }
      case NAMED_CAST -> {
        out.append(node.text).append('<');
        names.print(node.a());
        out.append(">(");
        names.print(node.b());
        out.append(')');
      }
      case EXPRESSION_LIST -> {
        out.append('(');
        names.list(node.list);
        out.append(')');
      }
      case BRACED_LIST -> {
        if (node.hasA()) {
          names.print(node.a());
        }
        out.append('{');
        names.list(node.list);
        out.append('}');
      }
      default -> printRare(node);
    }
  }

  private void printRare(Node node) {
    switch (node.kind) {
      case DECLTYPE -> {
        out.append("decltype (");
        names.print(node.a());
        out.append(')');
      }
      case DESIGNATED, DESIGNATED_RANGE -> designated(node);
      case NEW -> newExpression(node);
      case SIZEOF_PACK -> sizeofPack(node);
      case SIZEOF_ARGUMENTS -> sizeofArguments(node);
      case LEFT_FOLD, RIGHT_FOLD, BINARY_FOLD -> fold(node);
      case REQUIRES -> requires(node);
      case NOEXCEPT_SPECIFICATION -> {
        out.append("noexcept");
        if (node.hasA()) {
          out.append('(');
          names.print(node.a());
          out.append(')');
        }
      }
      case THROW_SPECIFICATION -> {
        out.append("throw(");
        names.list(node.list);
        out.append(')');
      }
      default -> throw DemangleFailure.INSTANCE;
    }
  }

  /**
   * {@code &A::f} names a member function without its parameters; other functions are written in
   * full.
   */
  private static boolean isQualifiedFunction(Node node) {
    return node.kind == Kind.ENCODING && node.a().kind == Kind.QUALIFIED;
  }

  private void binary(Node node) {
    boolean closesTemplate = node.text.equals(">");
    if (closesTemplate) {
      out.append('(');
    }
    operand(node.a());
    out.append(node.text);
    operand(node.b());
    if (closesTemplate) {
      out.append(')');
    }
  }

  private void call(Node node) {
    if (node.a().kind == Kind.ENCODING) {
      operand(node.a().a());
    } else {
      operand(node.a());
    }
    out.append('(');
    names.list(node.list);
    out.append(')');
  }

  private void designated(Node node) {
    Node value;
    if (node.kind == Kind.DESIGNATED_RANGE) {
      out.append('[');
      names.print(node.list[0]);
      out.append(" ... ");
      names.print(node.list[1]);
      out.append(']');
      value = node.list[2];
    } else {
      boolean field = node.text.equals(".");
      out.append(field ? '.' : '[');
      names.print(node.a());
      if (!field) {
        out.append(']');
      }
      value = node.b();
    }
    if (value.kind == Kind.DESIGNATED || value.kind == Kind.DESIGNATED_RANGE) {
      names.print(value);
    } else {
      out.append('=');
      operand(value);
    }
  }

  private void newExpression(Node node) {
    out.append(node.text).append(' ');
    if (node.list.length > 0) {
      out.append('(');
      names.list(node.list);
      out.append(") ");
    }
    names.print(node.a());
    if (node.hasB()) {
      operand(node.b());
    }
  }

  private void sizeofPack(Node node) {
    Node pack = names.templates.findPack(node.a());
    if (pack != null) {
      out.append(pack.list.length);
      return;
    }
    out.append("sizeof...(");
    names.print(node.a());
    out.append(')');
  }

  private void sizeofArguments(Node node) {
    int count = 0;
    for (Node argument : node.list) {
      Node pack =
          argument.kind == Kind.PACK_EXPANSION ? names.templates.findPack(argument.a()) : null;
      count += pack == null ? 1 : pack.list.length;
    }
    out.append(count);
  }

  private void fold(Node node) {
    int former = names.templates.packIndex();
    names.templates.packIndex(-1); // in a fold T_ names the whole pack
    out.append('(');
    if (node.kind == Kind.LEFT_FOLD) {
      out.append("...").append(node.text);
    }
    operand(node.a());
    if (node.kind != Kind.LEFT_FOLD) {
      out.append(node.text).append("...");
    }
    if (node.kind == Kind.BINARY_FOLD) {
      out.append(node.text);
      operand(node.b());
    }
    out.append(')');
    names.templates.packIndex(former);
  }

  private void requires(Node node) {
    out.append("requires ");
    if (node.list.length > 0) {
      out.append('(');
      names.list(node.list);
      out.append(") ");
    }
    out.append("{ ");
    for (Node requirement : node.a().list) {
      names.print(requirement);
      out.append("; ");
    }
    out.append('}');
  }

  private void literal(Node node) {
    Node type = node.a();
    int style = type.kind == Kind.BUILTIN ? type.number : ItaniumTypes.CAST_LITERAL;
    boolean negative = node.number == 1;
    if (type.kind == Kind.ARRAY && node.text.isEmpty()) {
      out.append("\"<");
      names.print(type);
      out.append(">\"");
      return;
    }
    if (style == ItaniumTypes.BOOL_LITERAL
        && !negative
        && (node.text.equals("0") || node.text.equals("1"))) {
      out.append(node.text.equals("1") ? "true" : "false");
      return;
    }
    boolean cast = style != ItaniumTypes.INT_LITERAL && style != ItaniumTypes.SUFFIXED_LITERAL;
    if (cast) {
      out.append('(');
      names.print(type);
      out.append(')');
    }
    if (negative) {
      out.append('-');
    }
    if (style == ItaniumTypes.FLOAT_LITERAL) {
      out.append('[').append(node.text).append(']');
    } else {
      out.append(node.text);
    }
    if (style == ItaniumTypes.SUFFIXED_LITERAL) {
      out.append(suffix(type.text));
    }
  }

  private static String suffix(String type) {
    switch (type) {
      case "unsigned int":
        return "u";
      case "long":
        return "l";
      case "unsigned long":
        return "ul";
      case "long long":
        return "ll";
      default:
        return "ull";
    }
  }
}
