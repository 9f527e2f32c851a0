package dev.heapconv.demangle;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses one symbol of the Itanium C++ ABI
 * (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling) into a {@link Node}. This class
 * owns what the parts of the grammar share (the cursor, the substitution table, lists) and the
 * rules for encodings; those for names, types and expressions are in separate classes.
 */
final class ItaniumParser {
  final Cursor in;

  /**
   * How {@code sr} with a plain name is read: clang writes a list of qualifiers closed by E, as the
   * ABI says; g++ writes one type. Only the rest of the symbol shows which it was.
   */
  final boolean scopeIsType;

  final ItaniumNames names;
  final ItaniumTypes types;
  final ItaniumExpressions expressions;
  private final ArrayList<Node> substitutions = new ArrayList<>();

  ItaniumParser(Cursor in, boolean scopeIsType) {
    this.in = in;
    this.scopeIsType = scopeIsType;
    this.names = new ItaniumNames(this);
    this.types = new ItaniumTypes(this);
    this.expressions = new ItaniumExpressions(this);
  }

  /** {@code <encoding> ::= <function name> <bare-function-type> | <data name> | <special-name>}. */
  Node encoding() {
    in.enter();
    Node result;
    if (in.peek() == 'T' || in.peek() == 'G') {
      result = specialName();
    } else {
      result = names.name();
      if (!in.atEnd() && in.peek() != 'E' && in.peek() != '.') {
        Node returnType = hasReturnType(result) ? types.type() : null;
        result = Node.of(Node.Kind.ENCODING, result, types.parameters(returnType, "", null));
        if (in.accept('Q')) {
          result = Node.of(Node.Kind.CONSTRAINED, result, expressions.expression());
        }
      }
    }
    in.leave();
    return result;
  }

  /** Only instances of function templates include their return type, except those without one. */
  private static boolean hasReturnType(Node name) {
    switch (name.kind) {
      case METHOD:
      case DEFAULT_ARGUMENT:
        return hasReturnType(name.a());
      case LOCAL:
        return hasReturnType(name.b());
      case TEMPLATE:
        return !isConstructorDestructorOrConversion(name.a());
      default:
        return false;
    }
  }

  private static boolean isConstructorDestructorOrConversion(Node name) {
    switch (name.kind) {
      case QUALIFIED:
      case LOCAL:
        return isConstructorDestructorOrConversion(name.b());
      case TAGGED:
        return isConstructorDestructorOrConversion(name.a());
      case CONSTRUCTOR:
      case DESTRUCTOR:
      case CONVERSION:
        return true;
      default:
        return false;
    }
  }

  private Node specialName() {
    char group = in.next();
    char kind = in.next();
    return group == 'T' ? tableOrThunk(kind) : guardOrClone(kind);
  }

  private Node tableOrThunk(char kind) {
    switch (kind) {
      case 'V':
        return special("vtable for ", types.type());
      case 'T':
        return special("VTT for ", types.type());
      case 'I':
        return special("typeinfo for ", types.type());
      case 'S':
        return special("typeinfo name for ", types.type());
      case 'F':
        return special("typeinfo fn for ", types.type());
      case 'J':
        return special("java Class for ", types.type());
      case 'A':
        return special("template parameter object for ", names.templateArgument());
      case 'H':
        return special("TLS init function for ", names.name());
      case 'W':
        return special("TLS wrapper function for ", names.name());
      case 'C':
        {
          Node derived = types.type();
          in.number();
          in.expect('_');
          return Node.of(Node.Kind.CONSTRUCTION_VTABLE, types.type(), derived);
        }
      case 'h':
        callOffset('h');
        return special("non-virtual thunk to ", encoding());
      case 'v':
        callOffset('v');
        return special("virtual thunk to ", encoding());
      case 'c':
        callOffset(in.next());
        callOffset(in.next());
        return special("covariant return thunk to ", encoding());
      default:
        throw DemangleFailure.INSTANCE;
    }
  }

  private Node guardOrClone(char kind) {
    switch (kind) {
      case 'V':
        return special("guard variable for ", names.name());
      case 'R':
        {
          Node object = names.name();
          int counter = in.atEnd() ? 0 : in.sequenceId();
          return special(
              "reference temporary #".concat(Integer.toString(counter)).concat(" for "), object);
        }
      case 'A':
        return special("hidden alias for ", encoding());
      case 'I':
        {
          Node module = names.moduleName(null);
          if (module == null) {
            throw DemangleFailure.INSTANCE;
          }
          return special("initializer for module ", Node.text(Node.Kind.NAME, module.text));
        }
      case 'T':
        if (in.accept('n')) {
          return special("non-transaction clone for ", encoding());
        }
        in.accept('t');
        return special("transaction clone for ", encoding());
      default:
        throw DemangleFailure.INSTANCE;
    }
  }

  private static Node special(String text, Node of) {
    return Node.of(Node.Kind.SPECIAL, text, of);
  }

  private void callOffset(char kind) {
    if (kind != 'h' && kind != 'v') {
      throw DemangleFailure.INSTANCE;
    }
    signedNumber();
    in.expect('_');
    if (kind == 'v') {
      signedNumber();
      in.expect('_');
    }
  }

  private void signedNumber() {
    in.accept('n');
    in.number();
  }

  Node remember(Node node) {
    substitutions.add(node);
    return node;
  }

  Node substitution(int index) {
    if (index >= substitutions.size()) {
      throw DemangleFailure.INSTANCE;
    }
    return substitutions.get(index);
  }

  static Node[] toArray(List<Node> nodes) {
    return nodes.isEmpty() ? Node.NONE : nodes.toArray(Node.NONE);
  }
}
