package dev.heapconv.demangle;

import dev.heapconv.demangle.Node.Kind;

/**
 * Writes names and types as GNU c++filt does. C++ declarators surround what they declare, so a type is printed in two halves:
 * {@code left} is what stands before the declared name, {@code right} what stands behind it. Template parameters are looked up
 * while printing, in the templates being printed: the same substituted node may mean {@code auto:1} in a lambda's signature
 * and an argument behind it.
 */
final class ItaniumPrinter {
    final Output out;
    private final ItaniumExpressionPrinter expressions;
    private TemplateScope scope;
    /** Which element of a pack T_ stands for; negative: all of them. */
    private int packIndex;
    /** The lambda whose signature is being printed, or null. */
    private Node lambda;
    /** Cv-qualifiers that an enclosing type will write: {@code const} on a T_ that is {@code const int} is written once. */
    private int pendingQualifiers;
    private int depth;

    ItaniumPrinter(Output out) {
        this.out = out;
        this.expressions = new ItaniumExpressionPrinter(this, out);
    }

    void print(Node node) {
        left(node);
        right(node);
    }

    private void enter() {
        out.step();
        if (++depth > Cursor.MAX_DEPTH) {
            throw DemangleFailure.INSTANCE;
        }
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
            case NAME:
            case STANDARD:
            case OPERATOR:
            case BUILTIN:
                out.append(node.text);
                break;
            case QUALIFIED:
                print(node.a);
                out.append("::");
                print(node.b);
                break;
            case LOCAL:
            case METHOD:
            case DEFAULT_ARGUMENT:
                name(node, false);
                break;
            case TEMPLATE:
                template(node);
                break;
            case CONSTRUCTOR:
                print(node.a);
                break;
            case DESTRUCTOR:
                out.append('~');
                print(node.a);
                break;
            case CONVERSION:
                out.append("operator ");
                print(node.a);
                break;
            case TAGGED:
                print(node.a);
                out.append("[abi:").append(node.text).append(']');
                break;
            case IN_MODULE:
                print(node.a);
                out.append('@').append(node.text);
                break;
            case LAMBDA:
                lambda(node);
                break;
            case UNNAMED_TYPE:
                out.append("{unnamed type#").append(node.number).append('}');
                break;
            case STRUCTURED_BINDING:
                out.append('[');
                list(node.list);
                out.append(']');
                break;
            case ENCODING:
                encoding(node, true);
                break;
            case CONSTRAINED:
                print(node.a);
                out.append(" requires ");
                print(node.b);
                break;
            case SPECIAL:
                out.append(node.text);
                print(node.a);
                break;
            case CONSTRUCTION_VTABLE:
                out.append("construction vtable for ");
                print(node.a);
                out.append("-in-");
                print(node.b);
                break;
            case CALL_TEXT:
                out.append(node.text);
                print(node.a);
                out.append(')');
                break;
            case TEMPLATE_PARAMETER:
                templateParameter(node, true, pending);
                break;
            case POINTER:
                declarator(node.a, "*");
                break;
            case REFERENCE:
                reference(node.a, "&");
                break;
            case RVALUE_REFERENCE:
                reference(node.a, "&&");
                break;
            case MEMBER_POINTER:
                memberPointer(node);
                break;
            case QUALIFIED_TYPE:
                pendingQualifiers = pending | node.number;
                left(node.a);
                pendingQualifiers = 0;
                if (!isFunction(node.a)) {
                    out.append(ItaniumTypes.qualifierText(node.number & ~pending));
                }
                break;
            case SUFFIXED_TYPE:
                left(node.a);
                out.append(node.text);
                break;
            case VENDOR_QUALIFIED:
                left(node.a);
                out.append(' ');
                print(node.b);
                break;
            case VECTOR:
                print(node.a);
                out.append(" __vector(");
                if (node.b != null) {
                    print(node.b);
                }
                out.append(')');
                break;
            case ARRAY:
                pendingQualifiers = pending;
                left(node.a);
                break;
            case FUNCTION:
                if (node.a != null) {
                    returnType(node.a);
                }
                break;
            case PACK_EXPANSION:
                packExpansion(node);
                break;
            case PACK:
                list(node.list);
                break;
            default:
                expressions.print(node);
                break;
        }
    }

    private void right(Node node) {
        switch (node.kind) {
            case POINTER:
            case REFERENCE:
            case RVALUE_REFERENCE:
                closeDeclarator(node.a);
                break;
            case MEMBER_POINTER:
                closeDeclarator(node.b);
                break;
            case QUALIFIED_TYPE:
            case SUFFIXED_TYPE:
            case VENDOR_QUALIFIED:
                nestedRight(node.a);
                break;
            case TEMPLATE_PARAMETER:
                templateParameter(node, false, 0);
                break;
            case ARRAY:
                if (out.last() != ']') {
                    out.append(' ');
                }
                out.append('[');
                if (node.b != null) {
                    print(node.b);
                }
                out.append(']');
                nestedRight(node.a);
                break;
            case FUNCTION:
                parameters(node);
                if (node.a != null) {
                    nestedRight(node.a);
                }
                break;
            default:
                break;
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
        if (needsParentheses(target)) {
            char last = out.last();
            if (last != ' ' && ((last != '(' && last != '*') || !isFunction(target))) {
                out.append(' ');
            }
            out.append('(');
        }
    }

    private void closeDeclarator(Node target) {
        if (needsParentheses(target)) {
            out.append(')');
        }
        nestedRight(target);
    }

    private void memberPointer(Node node) {
        left(node.b);
        openDeclarator(node.b);
        if (out.last() != '(') {
            out.append(' ');
        }
        print(node.a);
        out.append("::*");
    }

    private void reference(Node target, String sign) {
        TemplateScope outer = scope;
        Kind inner = resolve(target).kind;
        scope = outer;
        left(target);
        if (inner == Kind.REFERENCE || inner == Kind.RVALUE_REFERENCE) {
            // T& and T&& where T is a reference collapse: && only when both are
            if (inner == Kind.RVALUE_REFERENCE && sign.length() == 1) {
                out.truncate(out.length() - 1);
            }
            return;
        }
        openDeclarator(target);
        out.append(sign);
    }

    /** A T that is a function: {@code const T} means T, so the qualifier is not written. */
    private boolean isFunction(Node target) {
        TemplateScope outer = scope;
        Kind kind = resolve(target).kind;
        scope = outer;
        return kind == Kind.FUNCTION;
    }

    private boolean needsParentheses(Node target) {
        TemplateScope outer = scope;
        Node node = resolve(target);
        while (node.kind == Kind.QUALIFIED_TYPE) {
            node = resolve(node.a);
        }
        scope = outer;
        return node.kind == Kind.FUNCTION || node.kind == Kind.ARRAY;
    }

    /** Follows template parameters to what they stand for, moving {@link #scope} to where that is to be read. */
    private Node resolve(Node start) {
        Node node = start;
        while (node.kind == Kind.TEMPLATE_PARAMETER && lambda == null) {
            Node argument = argument(node);
            scope = scope.outer;
            node = argument;
        }
        return node;
    }

    private Node argument(Node parameter) {
        Node argument = TemplateScope.argument(scope, parameter.number);
        if (argument != null && argument.kind == Kind.PACK && packIndex >= 0) {
            argument = packIndex < argument.list.length ? argument.list[packIndex] : null;
        }
        if (argument == null) {
            throw DemangleFailure.INSTANCE;
        }
        return argument;
    }

    private void templateParameter(Node node, boolean leftHalf, int pending) {
        if (lambda != null) {
            if (leftHalf) {
                lambdaParameter(node.number);
            }
            return;
        }
        TemplateScope outer = scope;
        Node argument = argument(node);
        scope = outer.outer;
        if (leftHalf) {
            pendingQualifiers = pending;
            left(argument);
        } else {
            nestedRight(argument);
        }
        scope = outer;
    }

    /** A return type and the space behind it, unless its declarator stays open around the function. */
    private void returnType(Node type) {
        left(type);
        if (!endsOpen(type) || (out.last() != '*' && out.last() != '(' && out.last() != '&')) {
            out.append(' ');
        }
    }

    private boolean endsOpen(Node type) {
        TemplateScope outer = scope;
        Node node = resolve(type);
        boolean wrapped = false;
        while (true) {
            out.step();
            if (node.kind == Kind.MEMBER_POINTER) {
                node = resolve(node.b);
            } else if (node.kind == Kind.POINTER || node.kind == Kind.REFERENCE || node.kind == Kind.RVALUE_REFERENCE
                    || node.kind == Kind.QUALIFIED_TYPE) {
                node = resolve(node.a);
            } else {
                break;
            }
            wrapped = true;
        }
        scope = outer;
        return wrapped && (node.kind == Kind.FUNCTION || node.kind == Kind.ARRAY);
    }

    private void parameters(Node function) {
        int savedPack = packIndex;
        out.append('(');
        list(function.list);
        out.append(')');
        out.append(function.text);
        if (function.b != null) {
            out.append(' ');
            print(function.b);
        }
        packIndex = savedPack;
    }

    private void encoding(Node node, boolean withReturnType) {
        TemplateScope outer = scope;
        Node template = innermost(node.a);
        if (template.kind == Kind.TEMPLATE) {
            scope = new TemplateScope(template, outer);
        }
        Node function = node.b;
        boolean returning = withReturnType && function.a != null;
        if (returning) {
            returnType(function.a);
        }
        name(node.a, true);
        parameters(function);
        out.append(methodQualifiers(node.a));
        if (returning) {
            nestedRight(function.a);
        }
        scope = outer;
    }

    private static Node innermost(Node name) {
        Node node = name;
        while (true) {
            if (node.kind == Kind.LOCAL) {
                node = node.b;
            } else if (node.kind == Kind.METHOD || node.kind == Kind.DEFAULT_ARGUMENT) {
                node = node.a;
            } else {
                return node;
            }
        }
    }

    private static String methodQualifiers(Node name) {
        Node node = name;
        while (node.kind == Kind.LOCAL || node.kind == Kind.DEFAULT_ARGUMENT) {
            node = node.kind == Kind.LOCAL ? node.b : node.a;
        }
        return node.kind == Kind.METHOD ? node.text : "";
    }

    /** A name; the qualifiers of a member function are left to the caller when its parameters come in between. */
    void name(Node node, boolean withoutQualifiers) {
        switch (node.kind) {
            case METHOD:
                print(node.a);
                if (!withoutQualifiers) {
                    out.append(node.text);
                }
                break;
            case LOCAL:
                enter();
                if (node.a.kind == Kind.ENCODING) {
                    encoding(node.a, false);
                } else {
                    print(node.a);
                }
                out.append("::");
                name(node.b, withoutQualifiers);
                depth--;
                break;
            case DEFAULT_ARGUMENT:
                enter();
                out.append("{default arg#").append(node.number).append("}::");
                name(node.a, withoutQualifiers);
                depth--;
                break;
            default:
                print(node);
                break;
        }
    }

    private void template(Node node) {
        boolean conversion = node.a.kind == Kind.CONVERSION || (node.a.kind == Kind.QUALIFIED && node.a.b.kind == Kind.CONVERSION);
        TemplateScope outer = scope;
        if (conversion) {
            // operator T() is named by an argument that only follows
            scope = new TemplateScope(node, outer);
        }
        print(node.a);
        scope = outer;
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

    /** Elements separated by commas; those that print nothing, empty packs, take no comma. */
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
        Node pack = findPack(node.a);
        if (pack == null) {
            // only packs of function parameters, whose length is not in the symbol
            expressions.operand(node.a);
            out.append("...");
            return;
        }
        int savedPack = packIndex;
        for (int i = 0; i < pack.list.length; i++) {
            packIndex = i;
            if (i > 0) {
                out.append(", ");
            }
            print(node.a);
        }
        packIndex = savedPack;
    }

    /** The pack that a pattern expands: the first template parameter in it that stands for one; null when there is none. */
    Node findPack(Node pattern) {
        if (pattern == null) {
            return null;
        }
        enter();
        Node found = null;
        switch (pattern.kind) {
            case TEMPLATE_PARAMETER: {
                Node argument = lambda != null ? null : TemplateScope.argument(scope, pattern.number);
                found = argument != null && argument.kind == Kind.PACK ? argument : null;
                break;
            }
            case PACK_EXPANSION:
            case LAMBDA:
                break;
            default:
                found = findPack(pattern.a);
                if (found == null) {
                    found = findPack(pattern.b);
                }
                for (int i = 0; found == null && i < pattern.list.length; i++) {
                    found = findPack(pattern.list[i]);
                }
                break;
        }
        depth--;
        return found;
    }

    /** In a fold T_ names the whole pack. Returns the former value for {@link #usePack}. */
    int usePack(int index) {
        int former = packIndex;
        packIndex = index;
        return former;
    }

    private void lambda(Node node) {
        Node outer = lambda;
        out.append("{lambda");
        lambda = node;
        if (node.a != null) {
            templateHead(node.a.list);
        }
        out.append('(');
        list(node.list);
        lambda = outer;
        out.append(")#").append(node.number).append('}');
    }

    private void templateHead(Node[] declarations) {
        out.append('<');
        for (int i = 0; i < declarations.length; i++) {
            out.append(i > 0 ? ", " : "");
            declaration(declarations[i]);
            if (lambda != null) {
                out.append(' ');
                lambdaParameter(i);
            }
        }
        out.append('>');
    }

    private void declaration(Node declaration) {
        enter();
        switch (declaration.kind) {
            case VALUE_PARAMETER:
                print(declaration.a);
                break;
            case TEMPLATE_TEMPLATE_PARAMETER: {
                Node outer = lambda;
                lambda = null;
                out.append("template");
                templateHead(declaration.list);
                out.append(" class");
                lambda = outer;
                break;
            }
            default:
                if (declaration.a == null) {
                    out.append("typename");
                } else {
                    print(declaration.a);
                }
                break;
        }
        out.append(declaration.text);
        depth--;
    }

    private void lambdaParameter(int index) {
        Node[] declared = lambda.a == null ? Node.NONE : lambda.a.list;
        if (index >= declared.length) {
            out.append("auto:").append(index + 1);
            return;
        }
        Kind kind = declared[index].kind;
        out.append(kind == Kind.VALUE_PARAMETER ? "$N" : kind == Kind.TYPE_PARAMETER ? "$T" : "$TT").append(index);
    }
}
