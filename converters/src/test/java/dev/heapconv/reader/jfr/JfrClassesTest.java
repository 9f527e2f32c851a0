package dev.heapconv.reader.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JfrClassesTest {

  @ParameterizedTest
  @CsvSource({
    "Lam$$Lambda$14.0x00007f8a80001000, Lam$$Lambda",
    "Lam$$Lambda.0x00007f8a80001000, Lam$$Lambda",
    "Lam$$Lambda$75+0x00007f4d4402b240.1979313356, Lam$$Lambda",
    "a.Lam$$Lambda$1/12345678, a.Lam$$Lambda",
    "[La.Lam$$Lambda$14/0x0000000800c03200;, a.Lam$$Lambda[]",
    "java.lang.invoke.LambdaForm$MH.0x00007f8a80001000, java.lang.invoke.LambdaForm$MH",
    "jdk.proxy2.$Proxy5, jdk.proxy.$Proxy",
    "com.sun.proxy.$Proxy12, com.sun.proxy.$Proxy",
    "sun.reflect.GeneratedMethodAccessor123, sun.reflect.GeneratedMethodAccessor",
    "sun.reflect.GeneratedConstructorAccessor9, sun.reflect.GeneratedConstructorAccessor",
    "a.B$$EnhancerByCGLIB$$1a2b3c4d, a.B$$EnhancerByCGLIB$$",
    "a.B$$EnhancerBySpringCGLIB$$ab12$$FastClassBySpringCGLIB$$cd34,"
        + " a.B$$EnhancerBySpringCGLIB$$$$FastClassBySpringCGLIB$$",
    "a.B$ByteBuddy$x1Y2z3, a.B$ByteBuddy",
  })
  void classesThatTheJvmMakesHaveOneNameInAllRuns(String name, String expected) {
    assertThat(JfrClasses.name(name)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"a.B$1", "a.Outer$Inner2", "a.v2.Codec", "a.Base64", "Proxy12", "a.B0x12", "byte"})
  void namesOfSourceCodeStay(String name) {
    assertThat(JfrClasses.name(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"[B, byte[]", "[[Ljava.lang.String;, java.lang.String[][]", "[, ["})
  void arraysAreAsInSourceCode(String name, String expected) {
    assertThat(JfrClasses.name(name)).isEqualTo(expected);
  }
}
