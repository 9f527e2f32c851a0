package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The rules for names: nested, local, unqualified and unnamed ones, template arguments and
 * substitutions.
 */
final class ItaniumNames {
  private static final Node STD = Node.text(Kind.NAME, "std");
  private static final Node ALLOCATOR = standard("std::allocator", "allocator");
  private static final Node BASIC_STRING = standard("std::basic_string", "basic_string");
  private static final Node STRING =
      standard(
          "std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "basic_string");
  private static final Node ISTREAM =
      standard("std::basic_istream<char, std::char_traits<char> >", "basic_istream");
  private static final Node OSTREAM =
      standard("std::basic_ostream<char, std::char_traits<char> >", "basic_ostream");
  private static final Node IOSTREAM =
      standard("std::basic_iostream<char, std::char_traits<char> >", "basic_iostream");

  private final ItaniumParser parser;
  private final Cursor in;
  private final TemplateHeads heads;

  ItaniumNames(ItaniumParser parser) {
    this.parser = parser;
    this.in = parser.in;
    this.heads = new TemplateHeads(parser);
  }

  private static Node standard(String full, String className) {
    return Node.of(Kind.STANDARD, full, Node.text(Kind.NAME, className));
  }

  /** {@code <name>}: nested, local, or unscoped with optional template arguments. */
  Node name() {
    in.enter();
    Node result = nameRule();
    in.leave();
    return result;
  }

  private Node nameRule() {
    if (in.accept('N')) {
      return nestedName();
    }
    if (in.accept('Z')) {
      return localName();
    }
    Node name;
    boolean substituted = false;
    if (in.accept('S', 't')) {
      name = Node.of(Kind.QUALIFIED, STD, unqualifiedName(null, null));
    } else if (in.peek() == 'S') {
      Node substitution = substitution();
      substituted = substitution.kind != Kind.MODULE_NAME;
      name = substituted ? substitution : unqualifiedName(null, substitution);
    } else {
      name = unqualifiedName(null, null);
    }
    if (in.peek() == 'I') {
      if (!substituted) {
        parser.remember(name);
      }
      name = withTemplateArguments(name);
    }
    return name;
  }

  private Node nestedName() {
    in.accept('H');
    String qualifiers = ItaniumTypes.qualifierText(parser.types.qualifiers());
    if (in.accept('R')) {
      qualifiers = qualifiers.concat(" &");
    } else if (in.accept('O')) {
      qualifiers = qualifiers.concat(" &&");
    }
    Node name = prefix();
    return qualifiers.isEmpty() ? name : Node.of(Kind.METHOD, qualifiers, name);
  }

  /**
   * The components up to the closing E. Every proper prefix is a substitution candidate, but the
   * whole is not.
   */
  private Node prefix() {
    Node name = null;
    while (!in.accept('E')) {
      boolean candidate = true;
      char c = in.peek();
      if (c == 'S') {
        if (in.accept('S', 't')) {
          name = join(name, STD);
          candidate = false;
        } else {
          Node substitution = substitution();
          candidate = substitution.kind == Kind.MODULE_NAME || name != null;
          name =
              substitution.kind == Kind.MODULE_NAME
                  ? unqualifiedName(name, substitution)
                  : join(name, substitution);
        }
      } else if (c == 'I') {
        if (name == null) {
          throw DemangleFailure.INSTANCE;
        }
        name = withTemplateArguments(name);
      } else if (c == 'T') {
        name = join(name, parser.types.templateParameter());
      } else if (c == 'D' && (in.peek(1) == 't' || in.peek(1) == 'T')) {
        name = join(name, parser.types.decltype());
      } else if (c == 'M') {
        // <data-member-prefix>: the closure type that follows belongs to a member's initializer
        if (name == null) {
          throw DemangleFailure.INSTANCE;
        }
        in.skip(1);
        continue;
      } else {
        name = unqualifiedName(name, null);
      }
      if (candidate && in.peek() != 'E') {
        parser.remember(name);
      }
    }
    if (name == null) {
      throw DemangleFailure.INSTANCE;
    }
    return name;
  }

  private static Node join(@Nullable Node scope, Node name) {
    return scope == null ? name : Node.of(Kind.QUALIFIED, scope, name);
  }

  /** {@code Z <encoding> E <entity>}, its string literals and its default arguments. */
  private Node localName() {
    Node function = parser.encoding();
    in.expect('E');
    if (in.accept('s')) {
      discriminator();
      return Node.of(Kind.LOCAL, function, Node.text(Kind.NAME, "string literal"));
    }
    if (in.accept('d')) {
      int argument = in.optionalCounter() + 1;
      Node entity = name();
      return Node.of(
          Kind.LOCAL,
          function,
          new Node(Kind.DEFAULT_ARGUMENT, "", argument, entity, null, Node.NONE));
    }
    Node entity = name();
    discriminator();
    return Node.of(Kind.LOCAL, function, entity);
  }

  private void discriminator() {
    if (in.peek() != '_') {
      return;
    }
    in.skip(1);
    if (in.accept('_')) {
      if (in.number() >= 10) {
        in.accept('_');
      }
    } else if (Cursor.isDigit(in.peek())) {
      in.skip(1);
    }
  }

  /** One component below {@code scope} (or none), including module attachment and ABI tags. */
  Node unqualifiedName(@Nullable Node scope, @Nullable Node substitutedModule) {
    Node module = moduleName(substitutedModule);
    if (in.peek() == 'F' && (Cursor.isDigit(in.peek(1)) || Cursor.isLower(in.peek(1)))) {
      in.skip(1); // member-like constrained friend
    }
    char c = in.peek();
    Node name;
    if (Cursor.isDigit(c)) {
      name = sourceName();
    } else if (c == 'L') {
      in.skip(1);
      name = Cursor.isDigit(in.peek()) ? sourceName() : unqualifiedName(null, null);
      if (!Cursor.isDigit(in.peek())) {
        discriminator();
      }
    } else if (c == 'U') {
      name = unnamed();
    } else if (in.accept('D', 'C')) {
      name = structuredBinding();
    } else if (c == 'C' || c == 'D') {
      name = constructorOrDestructor(scope);
    } else {
      name = operatorName();
    }
    if (module != null) {
      name = Node.of(Kind.IN_MODULE, module.text, name);
    }
    while (in.accept('B')) {
      name = Node.of(Kind.TAGGED, sourceName().text, name);
    }
    return join(scope, name);
  }

  /**
   * {@code W [P] <source-name>}, repeated; each step is a substitution candidate. Null if there is
   * none.
   */
  @Nullable Node moduleName(@Nullable Node start) {
    Node module = start;
    if (module == null && in.peek() == 'S' && in.peek(1) != 't') {
      int mark = in.position();
      Node candidate = substitution();
      if (candidate.kind == Kind.MODULE_NAME) {
        module = candidate;
      } else {
        in.moveTo(mark);
      }
    }
    while (in.accept('W')) {
      String separator = in.accept('P') ? ":" : module == null ? "" : ".";
      String path = (module == null ? "" : module.text).concat(separator).concat(sourceName().text);
      module = parser.remember(Node.text(Kind.MODULE_NAME, path));
    }
    return module;
  }

  Node sourceName() {
    int length = in.number();
    if (length == 0) {
      throw DemangleFailure.INSTANCE;
    }
    String identifier = in.take(length);
    if (length >= 10
        && identifier.startsWith("_GLOBAL_")
        && identifier.charAt(9) == 'N'
        && (identifier.charAt(8) == '_'
            || identifier.charAt(8) == '.'
            || identifier.charAt(8) == '$')) {
      return Node.text(Kind.NAME, "(anonymous namespace)");
    }
    return Node.text(Kind.NAME, identifier);
  }

  private Node structuredBinding() {
    ArrayList<Node> bindings = new ArrayList<>();
    while (!in.accept('E')) {
      bindings.add(sourceName());
    }
    return Node.list(Kind.STRUCTURED_BINDING, null, ItaniumParser.toArray(bindings));
  }

  private Node constructorOrDestructor(@Nullable Node scope) {
    if (scope == null) {
      throw DemangleFailure.INSTANCE;
    }
    boolean constructor = in.next() == 'C';
    boolean inherited = constructor && in.accept('I');
    char variant = in.next();
    if (variant < (constructor ? '1' : '0') || variant > '5') {
      throw DemangleFailure.INSTANCE;
    }
    // c++filt names an inherited constructor after the base that declares it
    Node named = inherited ? parser.types.type() : scope;
    return Node.of(constructor ? Kind.CONSTRUCTOR : Kind.DESTRUCTOR, className(named));
  }

  private static Node className(Node name) {
    switch (name.kind) {
      case QUALIFIED:
      case LOCAL:
        return className(name.b());
      case TEMPLATE:
      case TAGGED:
      case METHOD:
      case IN_MODULE:
      case STANDARD:
      case DEFAULT_ARGUMENT:
        return className(name.a());
      default:
        return name;
    }
  }

  private Node unnamed() {
    if (in.accept('U', 't')) {
      return Node.number(Kind.UNNAMED_TYPE, in.optionalCounter() + 1);
    }
    if (in.accept('U', 'l')) {
      Node head = heads.head();
      Node parameters = parser.types.parameters(null, "", null);
      in.expect('E');
      int number = in.optionalCounter() + 1;
      return new Node(Kind.LAMBDA, "", number, head, null, parameters.list);
    }
    if (in.accept('U', 'b')) {
      in.optionalCounter();
      return Node.text(Kind.NAME, "'block-literal'");
    }
    throw DemangleFailure.INSTANCE;
  }

  private Node operatorName() {
    if (in.accept('c', 'v')) {
      return Node.of(Kind.CONVERSION, parser.types.conversionTarget());
    }
    if (in.accept('l', 'i')) {
      return Node.text(Kind.OPERATOR, "operator\"\" ".concat(sourceName().text));
    }
    if (in.peek() == 'v' && Cursor.isDigit(in.peek(1))) {
      in.skip(2);
      return Node.text(Kind.OPERATOR, "operator ".concat(sourceName().text));
    }
    String name = Operators.name(in.next(), in.next());
    if (name == null) {
      throw DemangleFailure.INSTANCE;
    }
    String trimmed = name.trim();
    return Node.text(
        Kind.OPERATOR, (Cursor.isLower(name.charAt(0)) ? "operator " : "operator").concat(trimmed));
  }

  Node withTemplateArguments(Node name) {
    return Node.list(Kind.TEMPLATE, name, templateArguments());
  }

  /** {@code I <template-arg>* [Q <constraint>] E}. */
  Node[] templateArguments() {
    in.enter();
    if (!in.accept('I')) {
      in.expect('J');
    }
    ArrayList<Node> arguments = new ArrayList<>();
    while (!in.accept('E')) {
      if (in.accept('Q')) {
        parser.expressions.expression(); // neither c++filt nor llvm-cxxfilt prints it here
      } else {
        arguments.add(templateArgument());
      }
    }
    in.leave();
    return ItaniumParser.toArray(arguments);
  }

  Node templateArgument() {
    switch (in.peek()) {
      case 'X':
        {
          in.skip(1);
          Node expression = parser.expressions.expression();
          in.expect('E');
          return expression;
        }
      case 'L':
        return parser.expressions.primary();
      case 'I':
      case 'J':
        return Node.list(Kind.PACK, null, templateArguments());
      case 'T':
        if (heads.startsDeclaration()) {
          heads.declaration(); // shows how the template's parameter differs from its argument
          return templateArgument();
        }
        return parser.types.type();
      default:
        return parser.types.type();
    }
  }

  /**
   * {@code S_}, {@code S<seq>_} and the standard abbreviations except St, which is a prefix rather
   * than a name.
   */
  Node substitution() {
    in.expect('S');
    char c = in.peek();
    if (c == '_' || Cursor.isDigit(c) || (c >= 'A' && c <= 'Z')) {
      return parser.substitution(in.sequenceId());
    }
    in.skip(1);
    Node name;
    switch (c) {
      case 'a':
        name = ALLOCATOR;
        break;
      case 'b':
        name = BASIC_STRING;
        break;
      case 's':
        name = STRING;
        break;
      case 'i':
        name = ISTREAM;
        break;
      case 'o':
        name = OSTREAM;
        break;
      case 'd':
        name = IOSTREAM;
        break;
      default:
        throw DemangleFailure.INSTANCE;
    }
    if (in.peek() != 'B') {
      return name;
    }
    while (in.accept('B')) {
      name = Node.of(Kind.TAGGED, sourceName().text, name);
    }
    return parser.remember(name);
  }
}
