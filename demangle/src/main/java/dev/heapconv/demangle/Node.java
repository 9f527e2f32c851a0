package dev.heapconv.demangle;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One piece of a parsed Itanium symbol. Substitutions make the tree a graph without cycles, so
 * nodes are immutable. One class for all kinds, because it is loaded at start-up, where thirty
 * small classes would take noticeable time.
 */
final class Node {
  /** The meaning of the fields is listed for each kind. */
  enum Kind {
    // names
    NAME, // text
    STANDARD, // text: full form, a: the class name alone, for constructors
    QUALIFIED, // a::b
    LOCAL, // a: function encoding, b: entity
    DEFAULT_ARGUMENT, // number: argument, a: entity
    TEMPLATE, // a<list>
    METHOD, // a: name, text: cv- and ref-qualifiers, printed after the parameters
    CONSTRUCTOR, // a: class name
    DESTRUCTOR, // a: class name
    OPERATOR, // text
    CONVERSION, // operator a
    TAGGED, // a[abi:text]
    MODULE_NAME, // text: dotted module path, never printed alone
    IN_MODULE, // a@text
    LAMBDA, // list: parameters, number, a: null or TEMPLATE_HEAD
    UNNAMED_TYPE, // number
    STRUCTURED_BINDING, // list
    ENCODING, // a: name, b: FUNCTION
    CONSTRAINED, // a: encoding, b: requires-expression, printed after it
    SPECIAL, // text, a
    CONSTRUCTION_VTABLE, // a: derived, b: base

    // types
    BUILTIN, // text, number: literal style
    CALL_TEXT, // text a): a built-in type with an operand, text ends with the parenthesis
    TEMPLATE_PARAMETER, // number
    POINTER,
    REFERENCE,
    RVALUE_REFERENCE, // a
    MEMBER_POINTER, // a: class, b: member
    QUALIFIED_TYPE, // a, number: QUALIFIER bits
    SUFFIXED_TYPE, // a, text
    VENDOR_QUALIFIED, // a: type, b: qualifier
    VECTOR, // a: element, b: dimension
    ARRAY, // a: element, b: dimension or null
    FUNCTION, // a: return type or null, list: parameters, text: qualifiers, b: exception
    // specification or null
    DECLTYPE, // a
    PACK_EXPANSION, // a
    PACK, // list

    // template heads of lambdas and template parameter declarations
    TEMPLATE_HEAD, // list of *_PARAMETER_DECLARATION
    TYPE_PARAMETER, // a: null or constraint, text: "" or "..."
    VALUE_PARAMETER, // a: type, text
    TEMPLATE_TEMPLATE_PARAMETER, // list: its head, text

    // expressions
    LITERAL, // a: type, text: digits, number: 1 when negative
    FUNCTION_PARAMETER, // number; 0 is this
    NULLARY, // text
    PREFIX, // text: operator, a
    PARENTHESIZED_PREFIX, // text: operator, a: always in parentheses
    ADDRESS_OF, // a
    POSTFIX, // text, a
    BINARY, // a text b
    MEMBER_ACCESS, // a text b
    SUBSCRIPT, // a[b]
    CONDITIONAL, // list of three
    CALL, // a(list)
    CAST, // (a)b
    NAMED_CAST, // text<a>(b)
    EXPRESSION_LIST, // (list)
    BRACED_LIST, // a or null, {list}
    DESIGNATED, // a: designator, b: value, text: field "." or index "[]"
    DESIGNATED_RANGE, // list of three
    NEW, // text, list: placement, a: type, b: initializer or null
    SIZEOF_PACK, // a
    SIZEOF_ARGUMENTS, // list
    LEFT_FOLD,
    RIGHT_FOLD, // text, a
    BINARY_FOLD, // a text ... text b
    REQUIRES, // list: parameters or empty, a: PACK of requirements
    NOEXCEPT_SPECIFICATION, // a: expression or null
    THROW_SPECIFICATION // list
  }

  static final int CONST = 1;
  static final int VOLATILE = 2;
  static final int RESTRICT = 4;

  static final Node[] NONE = {};

  final Kind kind;
  final String text;
  final int number;
  private final @Nullable Node a;
  private final @Nullable Node b;
  final Node[] list;

  Node(Kind kind, String text, int number, @Nullable Node a, @Nullable Node b, Node[] list) {
    this.kind = kind;
    this.text = text;
    this.number = number;
    this.a = a;
    this.b = b;
    this.list = list;
  }

  static Node text(Kind kind, String text) {
    return new Node(kind, text, 0, null, null, NONE);
  }

  static Node number(Kind kind, int number) {
    return new Node(kind, "", number, null, null, NONE);
  }

  static Node of(Kind kind, @Nullable Node a) {
    return new Node(kind, "", 0, a, null, NONE);
  }

  static Node of(Kind kind, Node a, @Nullable Node b) {
    return new Node(kind, "", 0, a, b, NONE);
  }

  static Node of(Kind kind, String text, @Nullable Node a) {
    return new Node(kind, text, 0, a, null, NONE);
  }

  static Node of(Kind kind, String text, Node a, Node b) {
    return new Node(kind, text, 0, a, b, NONE);
  }

  boolean hasA() {
    return a != null;
  }

  /** The first part; only for kinds that have one, or after {@link #hasA}. */
  Node a() {
    return Objects.requireNonNull(a);
  }

  boolean hasB() {
    return b != null;
  }

  /** The second part; only for kinds that have one, or after {@link #hasB}. */
  Node b() {
    return Objects.requireNonNull(b);
  }

  Node withNumber(int newNumber) {
    return new Node(kind, text, newNumber, a, b, list);
  }

  static Node list(Kind kind, @Nullable Node a, Node[] list) {
    return new Node(kind, "", 0, a, null, list);
  }
}
