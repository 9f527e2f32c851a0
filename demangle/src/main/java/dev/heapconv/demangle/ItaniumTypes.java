package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The rules for types. */
final class ItaniumTypes {
  /** Values of {@link Node#number} of a BUILTIN: how a literal of that type is written. */
  static final int CAST_LITERAL = 0;

  static final int INT_LITERAL = 1;
  static final int BOOL_LITERAL = 2;
  static final int FLOAT_LITERAL = 3;
  static final int SUFFIXED_LITERAL = 4; // suffixes: see ItaniumPrinter

  static final Node VOID = builtin("void", CAST_LITERAL);
  private static final Node[] BUILTINS = new Node[26];

  static {
    put('v', VOID);
    put('w', builtin("wchar_t", CAST_LITERAL));
    put('b', builtin("bool", BOOL_LITERAL));
    put('c', builtin("char", CAST_LITERAL));
    put('a', builtin("signed char", CAST_LITERAL));
    put('h', builtin("unsigned char", CAST_LITERAL));
    put('s', builtin("short", CAST_LITERAL));
    put('t', builtin("unsigned short", CAST_LITERAL));
    put('i', builtin("int", INT_LITERAL));
    put('j', builtin("unsigned int", SUFFIXED_LITERAL));
    put('l', builtin("long", SUFFIXED_LITERAL));
    put('m', builtin("unsigned long", SUFFIXED_LITERAL));
    put('x', builtin("long long", SUFFIXED_LITERAL));
    put('y', builtin("unsigned long long", SUFFIXED_LITERAL));
    put('n', builtin("__int128", CAST_LITERAL));
    put('o', builtin("unsigned __int128", CAST_LITERAL));
    put('f', builtin("float", FLOAT_LITERAL));
    put('d', builtin("double", FLOAT_LITERAL));
    put('e', builtin("long double", FLOAT_LITERAL));
    put('g', builtin("__float128", FLOAT_LITERAL));
    put('z', builtin("...", CAST_LITERAL));
  }

  private final ItaniumParser parser;
  private final Cursor in;

  /**
   * Inside the target of a conversion operator: template arguments after T_ belong to the operator,
   * not to T_.
   */
  private boolean leaveTemplateArguments;

  ItaniumTypes(ItaniumParser parser) {
    this.parser = parser;
    this.in = parser.in;
  }

  private static void put(char code, Node type) {
    BUILTINS[code - 'a'] = type;
  }

  private static Node builtin(String name, int literalStyle) {
    return Node.of(Kind.BUILTIN, name, null).withNumber(literalStyle);
  }

  Node type() {
    in.enter();
    Node type = typeRule();
    in.leave();
    return type;
  }

  Node conversionTarget() {
    boolean outer = leaveTemplateArguments;
    leaveTemplateArguments = true;
    Node type = type();
    leaveTemplateArguments = outer;
    return type;
  }

  private Node typeRule() {
    char c = in.peek();
    switch (c) {
      case 'r':
      case 'V':
      case 'K':
        return qualifiedType();
      case 'P':
        return wrapped(Kind.POINTER);
      case 'R':
        return wrapped(Kind.REFERENCE);
      case 'O':
        return wrapped(Kind.RVALUE_REFERENCE);
      case 'C':
        in.skip(1);
        return parser.remember(Node.of(Kind.SUFFIXED_TYPE, " _Complex", type()));
      case 'G':
        in.skip(1);
        return parser.remember(Node.of(Kind.SUFFIXED_TYPE, " _Imaginary", type()));
      case 'F':
        return parser.remember(function(""));
      case 'A':
        return array();
      case 'M':
        {
          in.skip(1);
          Node owner = type();
          return parser.remember(Node.of(Kind.MEMBER_POINTER, owner, type()));
        }
      case 'U':
        if (in.peek(1) == 'l' || in.peek(1) == 't') {
          return parser.remember(parser.names.name());
        }
        return vendorQualified();
      case 'u':
        {
          in.skip(1);
          Node name = parser.names.sourceName();
          return parser.remember(
              in.peek() == 'I' ? parser.names.withTemplateArguments(name) : name);
        }
      case 'T':
        return templateParameterType();
      case 'S':
        return substitutedType();
      case 'D':
        return dType();
      default:
        if (Cursor.isLower(c)) {
          in.skip(1);
          Node builtin = BUILTINS[c - 'a'];
          if (builtin == null) {
            throw DemangleFailure.INSTANCE;
          }
          return builtin;
        }
        return parser.remember(parser.names.name());
    }
  }

  private Node wrapped(Kind kind) {
    in.skip(1);
    return parser.remember(Node.of(kind, type()));
  }

  /** Bits of {@code [r] [V] [K]}. */
  int qualifiers() {
    int bits = 0;
    while (true) {
      if (in.accept('r')) {
        bits |= Node.RESTRICT;
      } else if (in.accept('V')) {
        bits |= Node.VOLATILE;
      } else if (in.accept('K')) {
        bits |= Node.CONST;
      } else {
        return bits;
      }
    }
  }

  static String qualifierText(int bits) {
    // concat, here and elsewhere: the + of strings bootstraps an indy call site at start-up
    String text = (bits & Node.CONST) != 0 ? " const" : "";
    if ((bits & Node.VOLATILE) != 0) {
      text = text.concat(" volatile");
    }
    return (bits & Node.RESTRICT) != 0 ? text.concat(" restrict") : text;
  }

  private Node qualifiedType() {
    int bits = qualifiers();
    if (startsFunction()) {
      return parser.remember(function(qualifierText(bits)));
    }
    return parser.remember(Node.of(Kind.QUALIFIED_TYPE, type()).withNumber(bits));
  }

  private boolean startsFunction() {
    char c = in.peek();
    char d = in.peek(1);
    return c == 'F' || (c == 'D' && (d == 'o' || d == 'O' || d == 'w' || d == 'x'));
  }

  /**
   * {@code [<exception-spec>] [Dx] F [Y] <return type> <parameters> [<ref-qualifier>] E} after its
   * cv-qualifiers.
   */
  private Node function(String qualifiers) {
    Node exceptions = null;
    String text = qualifiers;
    if (in.accept('D', 'o')) {
      exceptions = Node.of(Kind.NOEXCEPT_SPECIFICATION, null);
    } else if (in.accept('D', 'O')) {
      exceptions = Node.of(Kind.NOEXCEPT_SPECIFICATION, parser.expressions.expression());
      in.expect('E');
    } else if (in.accept('D', 'w')) {
      ArrayList<Node> thrown = new ArrayList<>();
      while (!in.accept('E')) {
        thrown.add(type());
      }
      exceptions = Node.list(Kind.THROW_SPECIFICATION, null, ItaniumParser.toArray(thrown));
    }
    if (in.accept('D', 'x')) {
      text = text.concat(" transaction_safe");
    }
    in.expect('F');
    in.accept('Y');
    Node function = parameters(type(), text, exceptions);
    in.expect('E');
    return function;
  }

  /**
   * Parameters up to their terminator, as a FUNCTION; {@code v} alone means none. A ref-qualifier
   * may follow.
   */
  Node parameters(@Nullable Node returnType, String qualifiers, @Nullable Node exceptions) {
    ArrayList<Node> parameters = new ArrayList<>();
    String text = qualifiers;
    while (true) {
      char c = in.peek();
      if (c == '\0' || c == 'E' || c == '.' || c == 'Q' || c == '_') {
        break;
      }
      if ((c == 'R' || c == 'O') && in.peek(1) == 'E') {
        text = text.concat(in.next() == 'R' ? " &" : " &&");
        break;
      }
      parameters.add(type());
    }
    if (parameters.isEmpty()) {
      throw DemangleFailure.INSTANCE;
    }
    boolean none = parameters.size() == 1 && parameters.get(0) == VOID;
    return new Node(
        Kind.FUNCTION,
        text,
        0,
        returnType,
        exceptions,
        none ? Node.NONE : ItaniumParser.toArray(parameters));
  }

  private Node array() {
    in.skip(1);
    Node dimension = dimension();
    return parser.remember(Node.of(Kind.ARRAY, type(), dimension));
  }

  /** {@code [<number> | <expression>] _}; null if there is none. */
  private @Nullable Node dimension() {
    Node dimension = null;
    if (Cursor.isDigit(in.peek())) {
      int start = in.position();
      while (Cursor.isDigit(in.peek())) {
        in.skip(1);
      }
      dimension = Node.text(Kind.NAME, in.since(start));
    } else if (in.peek() != '_') {
      dimension = parser.expressions.expression();
    }
    in.expect('_');
    return dimension;
  }

  private Node vendorQualified() {
    in.skip(1);
    Node qualifier = parser.names.sourceName();
    if (in.peek() == 'I') {
      qualifier = parser.names.withTemplateArguments(qualifier);
    }
    return parser.remember(Node.of(Kind.VENDOR_QUALIFIED, type(), qualifier));
  }

  Node templateParameter() {
    in.expect('T');
    if (in.accept('L')) {
      in.optionalCounter(); // level: unknown to c++filt, which uses the innermost template
    }
    return Node.number(Kind.TEMPLATE_PARAMETER, in.optionalCounter());
  }

  private Node templateParameterType() {
    char second = in.peek(1);
    if (second == 's' || second == 'u' || second == 'e') {
      in.skip(2);
      String keyword = second == 's' ? "struct " : second == 'u' ? "union " : "enum ";
      return parser.remember(Node.of(Kind.SPECIAL, keyword, parser.names.name()));
    }
    Node parameter = parser.remember(templateParameter());
    if (in.peek() == 'I' && !leaveTemplateArguments) {
      return parser.remember(withArguments(parameter));
    }
    return parameter;
  }

  private Node withArguments(Node template) {
    boolean outer = leaveTemplateArguments;
    leaveTemplateArguments = false;
    Node result = parser.names.withTemplateArguments(template);
    leaveTemplateArguments = outer;
    return result;
  }

  private Node substitutedType() {
    if (in.peek(1) == 't') {
      return parser.remember(parser.names.name());
    }
    int mark = in.position();
    Node substitution = parser.names.substitution();
    if (substitution.kind == Kind.MODULE_NAME) {
      in.moveTo(mark);
      return parser.remember(parser.names.name());
    }
    boolean parameter = substitution.kind == Kind.TEMPLATE_PARAMETER;
    if (in.peek() == 'I' && !(parameter && leaveTemplateArguments)) {
      return parser.remember(withArguments(substitution));
    }
    return substitution;
  }

  Node decltype() {
    in.skip(2);
    Node expression = parser.expressions.expression();
    in.expect('E');
    return Node.of(Kind.DECLTYPE, expression);
  }

  private Node dType() {
    switch (in.peek(1)) {
      case 't':
      case 'T':
        return parser.remember(decltype());
      case 'p':
        in.skip(2);
        return parser.remember(Node.of(Kind.PACK_EXPANSION, type()));
      case 'v':
        {
          in.skip(2);
          Node dimension = dimension();
          return parser.remember(Node.of(Kind.VECTOR, type(), dimension));
        }
      case 'o':
      case 'O':
      case 'w':
      case 'x':
        return parser.remember(function(""));
      case 'C':
        return parser.remember(parser.names.name());
      default:
        in.skip(1);
        return dBuiltin(in.next());
    }
  }

  private Node dBuiltin(char code) {
    switch (code) {
      case 'a':
        return builtin("auto", CAST_LITERAL);
      case 'c':
        return builtin("decltype(auto)", CAST_LITERAL);
      case 'n':
        return builtin("decltype(nullptr)", CAST_LITERAL);
      case 'i':
        return builtin("char32_t", CAST_LITERAL);
      case 's':
        return builtin("char16_t", CAST_LITERAL);
      case 'u':
        return builtin("char8_t", CAST_LITERAL);
      case 'd':
        return builtin("decimal64", FLOAT_LITERAL);
      case 'e':
        return builtin("decimal128", FLOAT_LITERAL);
      case 'f':
        return builtin("decimal32", FLOAT_LITERAL);
      case 'h':
        return builtin("half", FLOAT_LITERAL);
      case 'F':
        return extendedFloat();
      case 'B':
        return bitInt("_BitInt(");
      case 'U':
        return bitInt("unsigned _BitInt(");
      default:
        throw DemangleFailure.INSTANCE;
    }
  }

  private Node extendedFloat() {
    int bits = in.number();
    if (bits == 16 && in.accept('b')) {
      return builtin("std::bfloat16_t", FLOAT_LITERAL);
    }
    String suffix = in.accept('x') ? "x" : "";
    if (suffix.isEmpty()) {
      in.expect('_');
    }
    return builtin("_Float".concat(Integer.toString(bits)).concat(suffix), FLOAT_LITERAL);
  }

  private Node bitInt(String name) {
    Node width = dimension();
    if (width == null) {
      throw DemangleFailure.INSTANCE;
    }
    return Node.of(Kind.CALL_TEXT, name, width);
  }
}
