package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of template parameters at the current position of the printer, and properties of
 * types that depend on it.
 */
final class TemplateContext {
  private final LambdaPrinter lambdas;
  private final Output out;
  private @Nullable TemplateScope scope;

  /** The element of a pack that T_ refers to; negative for all of them. */
  private int packIndex;

  private int depth;

  TemplateContext(LambdaPrinter lambdas, Output out) {
    this.lambdas = lambdas;
    this.out = out;
  }

  @Nullable TemplateScope scope() {
    return scope;
  }

  void scope(@Nullable TemplateScope newScope) {
    scope = newScope;
  }

  /** Moves to the scope in which an argument of the current scope must be read. */
  void leaveScope() {
    if (scope == null) {
      throw DemangleFailure.INSTANCE;
    }
    scope = scope.outer;
  }

  int packIndex() {
    return packIndex;
  }

  void packIndex(int index) {
    packIndex = index;
  }

  private @Nullable Node find(int index) {
    return scope == null || index >= scope.template.list.length ? null : scope.template.list[index];
  }

  /** Whether T is a function: then {@code const T} means T, so the qualifier is not printed. */
  boolean isFunction(Node target) {
    TemplateScope outer = scope;
    Kind kind = resolve(target).kind;
    scope = outer;
    return kind == Kind.FUNCTION;
  }

  /** Whether pointers to this type need parentheses around what they declare. */
  boolean needsParentheses(Node target) {
    TemplateScope outer = scope;
    Node node = resolve(target);
    while (node.kind == Kind.QUALIFIED_TYPE) {
      node = resolve(node.a());
    }
    scope = outer;
    return node.kind == Kind.FUNCTION || node.kind == Kind.ARRAY;
  }

  /** Resolves template parameters, moving {@link #scope} to where the result must be read. */
  Node resolve(Node start) {
    Node node = start;
    while (node.kind == Kind.TEMPLATE_PARAMETER && !lambdas.inSignature()) {
      Node argument = argument(node);
      leaveScope();
      node = argument;
    }
    return node;
  }

  /** The meaning of T_ here; fails if it has none. */
  Node argument(Node parameter) {
    Node argument = find(parameter.number);
    if (argument != null && argument.kind == Kind.PACK && packIndex >= 0) {
      argument = packIndex < argument.list.length ? argument.list[packIndex] : null;
    }
    if (argument == null) {
      throw DemangleFailure.INSTANCE;
    }
    return argument;
  }

  /** Whether a declarator of this type is still open at the declared name: {@code void (*}. */
  boolean endsOpen(Node type) {
    TemplateScope outer = scope;
    Node node = resolve(type);
    boolean wrapped = false;
    while (true) {
      out.step();
      if (node.kind == Kind.MEMBER_POINTER) {
        node = resolve(node.b());
      } else if (node.kind == Kind.POINTER
          || node.kind == Kind.REFERENCE
          || node.kind == Kind.RVALUE_REFERENCE
          || node.kind == Kind.QUALIFIED_TYPE) {
        node = resolve(node.a());
      } else {
        break;
      }
      wrapped = true;
    }
    scope = outer;
    return wrapped && (node.kind == Kind.FUNCTION || node.kind == Kind.ARRAY);
  }

  /**
   * The pack that a pattern expands: the first template parameter in it that refers to one; null if
   * there is none.
   */
  @Nullable Node findPack(Node pattern) {
    out.step();
    if (++depth > Cursor.MAX_DEPTH) {
      throw DemangleFailure.INSTANCE;
    }
    Node found = null;
    switch (pattern.kind) {
      case TEMPLATE_PARAMETER:
        {
          Node argument = lambdas.inSignature() ? null : find(pattern.number);
          found = argument != null && argument.kind == Kind.PACK ? argument : null;
          break;
        }
      case PACK_EXPANSION:
      case LAMBDA:
        break;
      default:
        found = pattern.hasA() ? findPack(pattern.a()) : null;
        if (found == null && pattern.hasB()) {
          found = findPack(pattern.b());
        }
        for (int i = 0; found == null && i < pattern.list.length; i++) {
          found = findPack(pattern.list[i]);
        }
        break;
    }
    depth--;
    return found;
  }
}
