package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;

/**
 * Writes names and types as GNU c++filt does. C++ declarators surround what they declare, so a type
 * is printed in two halves: {@code left} precedes the declared name, {@code right} follows it.
 * Template parameters are looked up while printing, in the templates being printed: the same
 * substituted node may mean {@code auto:1} in a lambda's signature and an argument after it.
 */
final class ItaniumPrinter {
  final Output out;
  private final ItaniumExpressionPrinter expressions;
  private final LambdaPrinter lambdas;
  final TemplateContext templates;

  /**
   * Cv-qualifiers that an enclosing type will write: {@code const} on a T_ that is {@code const
   * int} is printed only once.
   */
  private int pendingQualifiers;

  private int depth;

  ItaniumPrinter(Output out) {
    this.out = out;
    this.expressions = new ItaniumExpressionPrinter(this, out);
    this.lambdas = new LambdaPrinter(this, out);
    this.templates = new TemplateContext(lambdas, out);
  }

  void print(Node node) {
    left(node);
    right(node);
  }

  void enter() {
    out.step();
    if (++depth > Cursor.MAX_DEPTH) {
      throw DemangleFailure.INSTANCE;
    }
  }

  void leave() {
    depth--;
  }

  void left(Node node) {
    enter();
    int pending = pendingQualifiers;
    pendingQualifiers = 0;
    leftRule(node, pending);
    pendingQualifiers = pending;
    depth--;
  }

  private void leftRule(Node node, int pending) {
    switch (node.kind) {
      case NAME, STANDARD, OPERATOR, BUILTIN -> out.append(node.text);
      case QUALIFIED -> {
        print(node.a());
        out.append("::");
        print(node.b());
      }
      case LOCAL, METHOD, DEFAULT_ARGUMENT -> name(node, false);
      case TEMPLATE -> template(node);
      case CONSTRUCTOR -> print(node.a());
      case DESTRUCTOR -> {
        out.append('~');
        print(node.a());
      }
      case CONVERSION -> {
        out.append("operator ");
        print(node.a());
      }
      case TAGGED -> {
        print(node.a());
        out.append("[abi:").append(node.text).append(']');
      }
      case IN_MODULE -> {
        print(node.a());
        out.append('@').append(node.text);
      }
      case LAMBDA -> lambdas.print(node);
      case UNNAMED_TYPE -> out.append("{unnamed type#").append(node.number).append('}');
      case STRUCTURED_BINDING -> {
        out.append('[');
        list(node.list);
        out.append(']');
      }
      case ENCODING -> encoding(node, true);
      case CONSTRAINED -> {
        print(node.a());
        out.append(" requires ");
        print(node.b());
      }
      case SPECIAL -> {
        out.append(node.text);
        print(node.a());
      }
      case CONSTRUCTION_VTABLE -> {
        out.append("construction vtable for ");
        print(node.a());
        out.append("-in-");
        print(node.b());
      }
      case CALL_TEXT -> {
        out.append(node.text);
        print(node.a());
        out.append(')');
      }
      case TEMPLATE_PARAMETER -> templateParameter(node, true, pending);
      case POINTER -> declarator(node.a(), "*");
      case REFERENCE -> reference(node.a(), "&");
      case RVALUE_REFERENCE -> reference(node.a(), "&&");
      case MEMBER_POINTER -> memberPointer(node);
      case QUALIFIED_TYPE -> {
        pendingQualifiers = pending | node.number;
        left(node.a());
        pendingQualifiers = 0;
        if (!templates.isFunction(node.a())) {
          out.append(ItaniumTypes.qualifierText(node.number & ~pending));
        }
      }
      case SUFFIXED_TYPE -> {
        left(node.a());
        out.append(node.text);
      }
      case VENDOR_QUALIFIED -> {
        left(node.a());
        out.append(' ');
        print(node.b());
      }
      case VECTOR -> {
        print(node.a());
        out.append(" __vector(");
        if (node.hasB()) {
          print(node.b());
        }
        out.append(')');
      }
      case ARRAY -> {
        pendingQualifiers = pending;
        left(node.a());
      }
      case FUNCTION -> {
        if (node.hasA()) {
          returnType(node.a());
        }
      }
      case PACK_EXPANSION -> packExpansion(node);
      case PACK -> list(node.list);
      default -> expressions.print(node);
    }
  }

  private void right(Node node) {
    switch (node.kind) {
      case POINTER, REFERENCE, RVALUE_REFERENCE -> closeDeclarator(node.a());
      case MEMBER_POINTER -> closeDeclarator(node.b());
      case QUALIFIED_TYPE, SUFFIXED_TYPE, VENDOR_QUALIFIED -> nestedRight(node.a());
      case TEMPLATE_PARAMETER -> templateParameter(node, false, 0);
      case ARRAY -> {
        if (out.last() != ']') {
          out.append(' ');
        }
        out.append('[');
        if (node.hasB()) {
          print(node.b());
        }
        out.append(']');
        nestedRight(node.a());
      }
      case FUNCTION -> {
        parameters(node);
        if (node.hasA()) {
          nestedRight(node.a());
        }
      }
      default -> {}
    }
  }

  private void nestedRight(Node node) {
    enter();
    right(node);
    depth--;
  }

  private void declarator(Node target, String sign) {
    left(target);
    openDeclarator(target);
    out.append(sign);
  }

  /** Pointers to functions and arrays need parentheses around what they declare. */
  private void openDeclarator(Node target) {
    if (templates.needsParentheses(target)) {
      char last = out.last();
      if (last != ' ' && ((last != '(' && last != '*') || !templates.isFunction(target))) {
        out.append(' ');
      }
      out.append('(');
    }
  }

  private void closeDeclarator(Node target) {
    if (templates.needsParentheses(target)) {
      out.append(')');
    }
    nestedRight(target);
  }

  private void memberPointer(Node node) {
    left(node.b());
    openDeclarator(node.b());
    if (out.last() != '(') {
      out.append(' ');
    }
    print(node.a());
    out.append("::*");
  }

  private void reference(Node target, String sign) {
    TemplateScope outer = templates.scope();
    Kind inner = templates.resolve(target).kind;
    templates.scope(outer);
    left(target);
    if (inner == Kind.REFERENCE || inner == Kind.RVALUE_REFERENCE) {
      // T& and T&& collapse if T is a reference: && only if both are
      if (inner == Kind.RVALUE_REFERENCE && sign.length() == 1) {
        out.truncate(out.length() - 1);
      }
      return;
    }
    openDeclarator(target);
    out.append(sign);
  }

  private void templateParameter(Node node, boolean leftHalf, int pending) {
    if (lambdas.inSignature()) {
      if (leftHalf) {
        lambdas.parameter(node.number);
      }
      return;
    }
    TemplateScope outer = templates.scope();
    Node argument = templates.argument(node);
    templates.leaveScope();
    if (leftHalf) {
      pendingQualifiers = pending;
      left(argument);
    } else {
      nestedRight(argument);
    }
    templates.scope(outer);
  }

  /** A return type and a space, unless its declarator surrounds the function. */
  private void returnType(Node type) {
    left(type);
    if (!templates.endsOpen(type)
        || (out.last() != '*' && out.last() != '(' && out.last() != '&')) {
      out.append(' ');
    }
  }

  private void parameters(Node function) {
    int savedPack = templates.packIndex();
    out.append('(');
    list(function.list);
    out.append(')');
    out.append(function.text);
    if (function.hasB()) {
      out.append(' ');
      print(function.b());
    }
    templates.packIndex(savedPack);
  }

  private void encoding(Node node, boolean withReturnType) {
    TemplateScope outer = templates.scope();
    Node template = innermost(node.a());
    if (template.kind == Kind.TEMPLATE) {
      templates.scope(new TemplateScope(template, outer));
    }
    Node function = node.b();
    boolean returning = withReturnType && function.hasA();
    if (returning) {
      returnType(function.a());
    }
    name(node.a(), true);
    parameters(function);
    out.append(methodQualifiers(node.a()));
    if (returning) {
      nestedRight(function.a());
    }
    templates.scope(outer);
  }

  private static Node innermost(Node name) {
    Node node = name;
    while (true) {
      if (node.kind == Kind.LOCAL) {
        node = node.b();
      } else if (node.kind == Kind.METHOD || node.kind == Kind.DEFAULT_ARGUMENT) {
        node = node.a();
      } else {
        return node;
      }
    }
  }

  private static String methodQualifiers(Node name) {
    Node node = name;
    while (node.kind == Kind.LOCAL || node.kind == Kind.DEFAULT_ARGUMENT) {
      node = node.kind == Kind.LOCAL ? node.b() : node.a();
    }
    return node.kind == Kind.METHOD ? node.text : "";
  }

  /**
   * A name; the qualifiers of a member function are left to the caller if its parameters come
   * first.
   */
  void name(Node node, boolean withoutQualifiers) {
    switch (node.kind) {
      case METHOD -> {
        print(node.a());
        if (!withoutQualifiers) {
          out.append(node.text);
        }
      }
      case LOCAL -> {
        enter();
        if (node.a().kind == Kind.ENCODING) {
          encoding(node.a(), false);
        } else {
          print(node.a());
        }
        out.append("::");
        name(node.b(), withoutQualifiers);
        depth--;
      }
      case DEFAULT_ARGUMENT -> {
        enter();
        out.append("{default arg#").append(node.number).append("}::");
        name(node.a(), withoutQualifiers);
        depth--;
      }
      default -> print(node);
    }
  }

  private void template(Node node) {
    boolean conversion =
        node.a().kind == Kind.CONVERSION
            || (node.a().kind == Kind.QUALIFIED && node.a().b().kind == Kind.CONVERSION);
    TemplateScope outer = templates.scope();
    if (conversion) {
      // operator T() is named by an argument that only follows
      templates.scope(new TemplateScope(node, outer));
    }
    print(node.a());
    templates.scope(outer);
    templateArguments(node.list);
  }

  private void templateArguments(Node[] arguments) {
    if (out.last() == '<') {
      out.append(' ');
    }
    out.append('<');
    list(arguments);
    if (out.last() == '>') {
      out.append(' ');
    }
    out.append('>');
  }

  /** Elements separated by commas; those that print nothing, such as empty packs, get no comma. */
  void list(Node[] elements) {
    boolean first = true;
    for (Node element : elements) {
      int before = out.length();
      if (!first) {
        out.append(", ");
      }
      int start = out.length();
      print(element);
      if (out.length() == start) {
        out.takeBack(before);
      } else {
        first = false;
      }
    }
  }

  private void packExpansion(Node node) {
    Node pack = templates.findPack(node.a());
    if (pack == null) {
      // only packs of function parameters, whose length is not in the symbol
      expressions.operand(node.a());
      out.append("...");
      return;
    }
    int savedPack = templates.packIndex();
    for (int i = 0; i < pack.list.length; i++) {
      templates.packIndex(i);
      if (i > 0) {
        out.append(", ");
      }
      print(node.a());
    }
    templates.packIndex(savedPack);
  }
}
