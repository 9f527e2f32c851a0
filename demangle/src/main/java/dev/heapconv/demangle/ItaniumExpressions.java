package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The rules for expressions: in template arguments, decltype, array bounds and constraints. */
final class ItaniumExpressions {
  private final ItaniumParser parser;
  private final Cursor in;

  ItaniumExpressions(ItaniumParser parser) {
    this.parser = parser;
    this.in = parser.in;
  }

  Node expression() {
    in.enter();
    Node expression = expressionRule();
    in.leave();
    return expression;
  }

  private Node expressionRule() {
    switch (in.peek()) {
      case 'L':
        return primary();
      case 'T':
        return parser.types.templateParameter();
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
        return simpleName();
      case 'f':
        return functionParameterOrFold();
      case 'u':
        {
          in.skip(1);
          Node name = parser.names.sourceName();
          ArrayList<Node> arguments = new ArrayList<>();
          while (!in.accept('E')) {
            arguments.add(parser.names.templateArgument());
          }
          return Node.list(Kind.CALL, name, ItaniumParser.toArray(arguments));
        }
      default:
        return operatorExpression();
    }
  }

  private Node operatorExpression() {
    char first = in.next();
    char second = in.next();
    switch (first) {
      case 's':
        {
          Node result = scopeOrSize(second);
          if (result != null) {
            return result;
          }
          break;
        }
      case 'g':
        if (second == 's') {
          return Node.of(Kind.SPECIAL, "::", expression());
        }
        break;
      case 'o':
        if (second == 'n') {
          in.skip(-2);
          return simpleName();
        }
        break;
      case 't':
        {
          Node result = typeOperation(second);
          if (result != null) {
            return result;
          }
          break;
        }
      case 'i':
        if (second == 'l') {
          return Node.list(Kind.BRACED_LIST, null, listUntilEnd());
        }
        break;
      case 'a':
        if (second == 't') {
          return Node.of(Kind.PARENTHESIZED_PREFIX, "alignof ", parser.types.type());
        }
        if (second == 'z') {
          return Node.of(Kind.PREFIX, "alignof ", expression());
        }
        if (second == 'd') {
          return Node.of(Kind.ADDRESS_OF, expression());
        }
        break;
      case 'n':
        if (second == 'x') {
          return Node.of(Kind.PARENTHESIZED_PREFIX, "noexcept", expression());
        }
        break;
      case 'c':
      case 'r':
      case 'd':
        {
          Node result = castOrDesignator(first, second);
          if (result != null) {
            return result;
          }
          break;
        }
      default:
        break;
    }
    return plainOperator(first, second);
  }

  private @Nullable Node scopeOrSize(char second) {
    switch (second) {
      case 'r':
        return scopedName();
      case 't':
        return Node.of(Kind.PARENTHESIZED_PREFIX, "sizeof ", parser.types.type());
      case 'z':
        return Node.of(Kind.PREFIX, "sizeof ", expression());
      case 'c':
        return namedCast("static_cast");
      case 'p':
        return Node.of(Kind.PACK_EXPANSION, expression());
      case 'Z':
        return Node.of(Kind.SIZEOF_PACK, expression());
      case 'P':
        {
          ArrayList<Node> arguments = new ArrayList<>();
          while (!in.accept('E')) {
            arguments.add(parser.names.templateArgument());
          }
          return Node.list(Kind.SIZEOF_ARGUMENTS, null, ItaniumParser.toArray(arguments));
        }
      default:
        return null;
    }
  }

  private @Nullable Node typeOperation(char second) {
    switch (second) {
      case 'l':
        {
          Node type = parser.types.type();
          return Node.list(Kind.BRACED_LIST, type, listUntilEnd());
        }
      case 'i':
        return Node.of(Kind.PARENTHESIZED_PREFIX, "typeid ", parser.types.type());
      case 'e':
        return Node.of(Kind.PARENTHESIZED_PREFIX, "typeid ", expression());
      case 'w':
        return Node.of(Kind.PREFIX, "throw ", expression());
      case 'r':
        return Node.text(Kind.NULLARY, "throw");
      default:
        return null;
    }
  }

  private @Nullable Node castOrDesignator(char first, char second) {
    if (first == 'c' && second == 'v') {
      Node type = parser.types.type();
      if (in.accept('_')) {
        return Node.of(Kind.CAST, type, Node.list(Kind.EXPRESSION_LIST, null, listUntilEnd()));
      }
      return Node.of(Kind.CAST, type, expression());
    }
    if (second == 'c') {
      return namedCast(
          first == 'c' ? "const_cast" : first == 'd' ? "dynamic_cast" : "reinterpret_cast");
    }
    if (first == 'r' && (second == 'q' || second == 'Q')) {
      return requires(second == 'Q');
    }
    if (first == 'd' && second == 'n') {
      in.skip(-2);
      return simpleName();
    }
    if (first == 'd' && second == 'i') {
      Node field = parser.names.sourceName();
      return Node.of(Kind.DESIGNATED, ".", field, expression());
    }
    if (first == 'd' && second == 'x') {
      Node index = expression();
      return Node.of(Kind.DESIGNATED, "[]", index, expression());
    }
    if (first == 'd' && second == 'X') {
      Node from = expression();
      Node to = expression();
      return Node.list(Kind.DESIGNATED_RANGE, null, new Node[] {from, to, expression()});
    }
    return null;
  }

  private Node namedCast(String keyword) {
    Node type = parser.types.type();
    return Node.of(Kind.NAMED_CAST, keyword, type, expression());
  }

  private Node plainOperator(char first, char second) {
    String name = Operators.name(first, second);
    if (name == null) {
      throw DemangleFailure.INSTANCE;
    }
    if (Operators.isBinary(first, second, name)) {
      Node left = expression();
      return Node.of(Kind.BINARY, name, left, expression());
    }
    switch (name) {
      case "++", "--":
        return in.accept('_')
            ? Node.of(Kind.PREFIX, name, expression())
            : Node.of(Kind.POSTFIX, name, expression());
      case "()":
        {
          Node function = expression();
          return Node.list(Kind.CALL, function, listUntilEnd());
        }
      case "[]":
        {
          Node array = expression();
          return Node.of(Kind.SUBSCRIPT, array, expression());
        }
      case "?":
        {
          Node condition = expression();
          Node yes = expression();
          return Node.list(Kind.CONDITIONAL, null, new Node[] {condition, yes, expression()});
        }
      case ".", "->":
        {
          Node object = expression();
          return Node.of(Kind.MEMBER_ACCESS, name, object, memberName());
        }
      case "new", "new[]":
        return newExpression();
      default:
        return Node.of(Kind.PREFIX, name, expression());
    }
  }

  /**
   * {@code <placement>* _ <type> (E | pi <expression>* E | il <expression>* E)}; c++filt writes
   * {@code new} for both forms.
   */
  private Node newExpression() {
    ArrayList<Node> placement = new ArrayList<>();
    while (!in.accept('_')) {
      placement.add(expression());
    }
    Node type = parser.types.type();
    Node initializer = null;
    if (in.accept('p', 'i')) {
      initializer = Node.list(Kind.EXPRESSION_LIST, null, listUntilEnd());
    } else if (in.accept('i', 'l')) {
      initializer = Node.list(Kind.BRACED_LIST, null, listUntilEnd());
    } else {
      in.expect('E');
    }
    return new Node(Kind.NEW, "new", 0, type, initializer, ItaniumParser.toArray(placement));
  }

  private Node[] listUntilEnd() {
    ArrayList<Node> elements = new ArrayList<>();
    while (!in.accept('E')) {
      elements.add(expression());
    }
    return ItaniumParser.toArray(elements);
  }

  private Node memberName() {
    if (in.accept('s', 'r')) {
      return scopedName();
    }
    return Cursor.isDigit(in.peek()) || in.peek() == 'o' || in.peek() == 'd'
        ? simpleName()
        : expression();
  }

  /** An identifier, {@code on} operator or {@code dn} destructor, with template arguments. */
  private Node simpleName() {
    Node name;
    if (in.accept('d', 'n')) {
      Node type =
          Cursor.isDigit(in.peek())
              ? withOptionalArguments(parser.names.sourceName())
              : parser.types.type();
      return Node.of(Kind.DESTRUCTOR, type);
    }
    in.accept('o', 'n');
    name = parser.names.unqualifiedName(null, null);
    return withOptionalArguments(name);
  }

  private Node withOptionalArguments(Node name) {
    return in.peek() == 'I' ? parser.names.withTemplateArguments(name) : name;
  }

  /** After {@code sr}: see {@link ItaniumParser#scopeIsType}. */
  private Node scopedName() {
    Node scope;
    if (in.peek() == 'N' && !parser.scopeIsType) {
      in.skip(1);
      scope = qualifierLevels(parser.types.type());
    } else if (Cursor.isDigit(in.peek()) && !parser.scopeIsType) {
      scope = qualifierLevels(withOptionalArguments(parser.names.sourceName()));
    } else {
      scope = parser.types.type();
    }
    Node name = simpleName();
    return name.kind == Kind.TEMPLATE
        ? Node.list(Kind.TEMPLATE, Node.of(Kind.QUALIFIED, scope, name.a()), name.list)
        : Node.of(Kind.QUALIFIED, scope, name);
  }

  private Node qualifierLevels(Node start) {
    Node scope = start;
    while (!in.accept('E')) {
      Node level = withOptionalArguments(parser.names.sourceName());
      scope = Node.of(Kind.QUALIFIED, scope, level);
    }
    return scope;
  }

  private Node functionParameterOrFold() {
    in.skip(1);
    char second = in.next();
    if (second == 'p' || (second == 'L' && Cursor.isDigit(in.peek()))) {
      if (second == 'L') {
        in.number(); // how many function scopes out; not shown
        in.expect('p');
      } else if (in.accept('T')) {
        return Node.number(Kind.FUNCTION_PARAMETER, 0);
      }
      parser.types.qualifiers();
      return Node.number(Kind.FUNCTION_PARAMETER, in.optionalCounter() + 1);
    }
    String operator = Operators.name(in.next(), in.next());
    if (operator == null) {
      throw DemangleFailure.INSTANCE;
    }
    Node operand = expression();
    switch (second) {
      case 'l':
        return Node.of(Kind.LEFT_FOLD, operator, operand);
      case 'r':
        return Node.of(Kind.RIGHT_FOLD, operator, operand);
      case 'L':
      case 'R':
        return Node.of(Kind.BINARY_FOLD, operator, operand, expression());
      default:
        throw DemangleFailure.INSTANCE;
    }
  }

  /** {@code rq <requirement>+ E} and {@code rQ <parameters> _ <requirement>+ E}. */
  private Node requires(boolean parameters) {
    ArrayList<Node> declared = new ArrayList<>();
    if (parameters) {
      while (!in.accept('_')) {
        declared.add(parser.types.type());
      }
    }
    ArrayList<Node> requirements = new ArrayList<>();
    while (!in.accept('E')) {
      requirements.add(requirement());
    }
    Node body = Node.list(Kind.PACK, null, ItaniumParser.toArray(requirements));
    return Node.list(Kind.REQUIRES, body, ItaniumParser.toArray(declared));
  }

  private Node requirement() {
    if (in.accept('T')) {
      return Node.of(Kind.SPECIAL, "typename ", parser.types.type());
    }
    if (in.accept('Q')) {
      return Node.of(Kind.SPECIAL, "requires ", expression());
    }
    in.expect('X');
    Node expression = expression();
    boolean noexcept = in.accept('N');
    if (in.accept('R')) {
      return Node.of(
          Kind.BINARY, noexcept ? " noexcept -> " : " -> ", expression, parser.names.name());
    }
    return noexcept ? Node.of(Kind.POSTFIX, " noexcept", expression) : expression;
  }

  /** {@code L ... E}: a literal, or the symbol of a function or an object. */
  Node primary() {
    in.enter();
    in.expect('L');
    Node result;
    if (in.accept('_', 'Z') || in.peek() == 'Z') {
      in.accept('Z');
      result = parser.encoding();
    } else {
      Node type = parser.types.type();
      boolean negative = in.accept('n');
      int start = in.position();
      while (in.peek() != 'E') {
        in.next();
      }
      String value = in.since(start);
      result =
          value.isEmpty() && !negative && type.text.equals("decltype(nullptr)")
              ? type
              : new Node(Kind.LITERAL, value, negative ? 1 : 0, type, null, Node.NONE);
    }
    in.expect('E');
    in.leave();
    return result;
  }
}
