package dev.heapconv.reader.jfr;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of Java classes as in source code, and without what differs from one run of a program to
 * the next: the JVM numbers the classes that it makes while it runs. Here alone, because here alone
 * classes come as the JVM knows them; files of other tools hold names that those tools chose, and
 * keep them.
 */
final class JfrClasses {

  /** What arrays of primitive types have as the names of those. */
  private static final String PRIMITIVE_CODES = "BCDFIJSZ";

  private static final List<String> PRIMITIVES =
      List.of("byte", "char", "double", "float", "int", "long", "short", "boolean");

  /** Where a hidden class lies: {@code Main$$Lambda$14/0x0000000800c03200}. */
  private static final Pattern ADDRESS =
      Pattern.compile("[./+]0x[0-9a-f]+([./]\\d+)?|[./]\\d+$", Pattern.CASE_INSENSITIVE);

  /** The packages of proxies: {@code jdk.proxy2}, {@code com.sun.proxy}. */
  private static final Pattern PROXY_PACKAGE = Pattern.compile("^jdk\\.proxy\\d+\\.");

  /**
   * The numbers of lambdas, proxies and accessors, and the hashes that CGLIB, ByteBuddy, Mockito
   * and Hibernate give the classes that they make.
   */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<=\\$\\$Lambda)\\$\\d+|(?<=\\$Proxy)\\d+"
              + "|(?<=Generated(Method|Constructor|SerializationConstructor)Accessor)\\d+"
              + "|(?<=CGLIB\\$\\$)[0-9a-f]+"
              + "|(?<=\\$(ByteBuddy|MockitoMock|HibernateProxy))\\$\\w+");

  private JfrClasses() {}

  /** The name of a class, such as {@code byte[][]} for {@code [[B}. */
  static String name(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    String element = name.substring(dimensions);
    if (dimensions == 0 || element.isEmpty()) {
      return ofAnyRun(name);
    }
    int primitive = PRIMITIVE_CODES.indexOf(element.charAt(0));
    String type =
        primitive >= 0
            ? PRIMITIVES.get(primitive)
            : ofAnyRun(element.substring(1).replace(";", ""));
    return type + "[]".repeat(dimensions);
  }

  private static String ofAnyRun(String name) {
    String placeless = ADDRESS.matcher(name).replaceAll("");
    String unnumbered = NUMBER.matcher(placeless).replaceAll("");
    return PROXY_PACKAGE.matcher(unnumbered).replaceFirst("jdk.proxy.");
  }
}
