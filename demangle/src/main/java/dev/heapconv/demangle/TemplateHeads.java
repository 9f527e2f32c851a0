package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The rules for declarations of template parameters: those of generic lambdas, and those in
 * arguments since C++20.
 */
final class TemplateHeads {
  private final ItaniumParser parser;
  private final Cursor in;

  TemplateHeads(ItaniumParser parser) {
    this.parser = parser;
    this.in = parser.in;
  }

  /** The declarations at the cursor, or null if there are none. */
  @Nullable Node head() {
    ArrayList<Node> declarations = new ArrayList<>();
    while (startsDeclaration()) {
      declarations.add(parameterDeclaration(""));
    }
    return declarations.isEmpty()
        ? null
        : Node.list(Kind.TEMPLATE_HEAD, null, ItaniumParser.toArray(declarations));
  }

  boolean startsDeclaration() {
    return in.peek() == 'T' && "yntkp".indexOf(in.peek(1)) >= 0 && in.remaining() > 1;
  }

  Node declaration() {
    return parameterDeclaration("");
  }

  private Node parameterDeclaration(String dots) {
    in.enter();
    in.expect('T');
    Node result;
    switch (in.next()) {
      case 'y':
        result = Node.of(Kind.TYPE_PARAMETER, dots, null);
        break;
      case 'k':
        result = Node.of(Kind.TYPE_PARAMETER, dots, parser.names.name());
        break;
      case 'n':
        result = Node.of(Kind.VALUE_PARAMETER, dots, parser.types.type());
        break;
      case 'p':
        result = parameterDeclaration("...");
        break;
      case 't':
        {
          ArrayList<Node> declarations = new ArrayList<>();
          while (!in.accept('E')) {
            declarations.add(parameterDeclaration(""));
          }
          result =
              new Node(
                  Kind.TEMPLATE_TEMPLATE_PARAMETER,
                  dots,
                  0,
                  null,
                  null,
                  ItaniumParser.toArray(declarations));
          break;
        }
      default:
        throw DemangleFailure.INSTANCE;
    }
    in.leave();
    return result;
  }
}
