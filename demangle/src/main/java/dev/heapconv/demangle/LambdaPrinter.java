package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes closure types: {@code {lambda(auto:1, int)#1}}, {@code {lambda<typename $T0>($T0)#2}}. */
final class LambdaPrinter {
  private final ItaniumPrinter names;
  private final Output out;

  /**
   * The lambda whose signature is being printed, or null. There T_ names the lambda's own
   * parameter.
   */
  private @Nullable Node current;

  LambdaPrinter(ItaniumPrinter names, Output out) {
    this.names = names;
    this.out = out;
  }

  boolean inSignature() {
    return current != null;
  }

  void print(Node node) {
    Node outer = current;
    out.append("{lambda");
    current = node;
    if (node.hasA()) {
      templateHead(node.a().list);
    }
    out.append('(');
    names.list(node.list);
    current = outer;
    out.append(")#").append(node.number).append('}');
  }

  private void templateHead(Node[] declarations) {
    out.append('<');
    for (int i = 0; i < declarations.length; i++) {
      out.append(i > 0 ? ", " : "");
      declaration(declarations[i]);
      if (current != null) {
        out.append(' ');
        parameter(i);
      }
    }
    out.append('>');
  }

  private void declaration(Node declaration) {
    names.enter();
    switch (declaration.kind) {
      case VALUE_PARAMETER:
        names.print(declaration.a());
        break;
      case TEMPLATE_TEMPLATE_PARAMETER:
        {
          Node outer = current;
          current = null;
          out.append("template");
          templateHead(declaration.list);
          out.append(" class");
          current = outer;
          break;
        }
      default:
        if (declaration.hasA()) {
          names.print(declaration.a());
        } else {
          out.append("typename");
        }
        break;
    }
    out.append(declaration.text);
    names.leave();
  }

  /** The name of T_ in the signature being printed; only for {@link #inSignature}. */
  void parameter(int index) {
    Node lambda = Objects.requireNonNull(current);
    Node[] declared = lambda.hasA() ? lambda.a().list : Node.NONE;
    if (index >= declared.length) {
      out.append("auto:").append(index + 1);
      return;
    }
    Kind kind = declared[index].kind;
    out.append(kind == Kind.VALUE_PARAMETER ? "$N" : kind == Kind.TYPE_PARAMETER ? "$T" : "$TT")
        .append(index);
  }
}
