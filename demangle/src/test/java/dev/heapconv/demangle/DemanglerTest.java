package dev.heapconv.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemanglerTest {
  /** Right column made with c++filt of binutils 2.40. */
  static List<String[]> itanium() {
    return GoldenNames.rows("itanium.tsv");
  }

  /**
   * Right column: legacy from c++filt less the hash, v0 from llvm-cxxfilt, which like rustfilt
   * shows no hashes.
   */
  static List<String[]> rust() {
    return GoldenNames.rows("rust.tsv");
  }

  static List<String[]> differences() {
    return GoldenNames.rows("differences.tsv");
  }

  static List<MatchResult> readme() throws IOException {
    Pattern row = Pattern.compile("(?m)^\\| `(.+?)` \\|.*\\| `(.+?)` \\|$");
    return row.matcher(Files.readString(Path.of("README.md"))).results().toList();
  }

  @ParameterizedTest
  @MethodSource("readme")
  void printsWhatTheReadmeSays(MatchResult row) {
    assertThat(Demangler.demangle(row.group(1))).isEqualTo(row.group(2));
  }

  @Test
  void theReadmeCountsTheSymbolsThatAreTested() throws IOException {
    assertThat(Files.readString(Path.of("README.md")))
        .contains("C++: " + itanium().size() + " symbols", "Rust: " + rust().size() + " as")
        .contains("lists " + differences().size() + " that");
  }

  @ParameterizedTest
  @MethodSource("itanium")
  void printsCxxNamesAsCxxfiltDoes(String mangled, String expected) {
    assertThat(Demangler.demangle(mangled)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("rust")
  void printsRustNamesAsRustfiltDoes(String mangled, String expected) {
    assertThat(Demangler.demangle(mangled)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("differences")
  void differsFromCxxfiltOnlyOnPurpose(String mangled, String expected, String reason) {
    assertThat(Demangler.demangle(mangled)).as(reason).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "__",
        "___",
        "_Z",
        "_R",
        "main",
        "plain_c_name",
        "_start",
        "_Znot_mangled_at_all",
        "?f@@YAXH@Z",
        "_D4core6memory2GC6mallocFNbmkxC8TypeInfoZPv",
        "$s4main5HelloV3fooyyF",
        "java.lang.String.length",
        "caf\u00e9_\u65e5\u672c\u8a9e",
        "name with spaces;and|pipes,<b>&amp;",
        "_ZN",
        "_Z1",
        "_Z99999999999x",
        "_Z3foov trailing",
        "_ZTV",
        "_RNv",
        "_Z4callITkSt8integralEvT_",
        "_GLOBAL__sub_I_unwinding.cc",
        "_Rb_tree",
        "\ud83d\ude00",
        "_Z3fo"
      })
  void returnsTheSameInstanceWhenThereIsNothingToDemangle(String symbol) {
    assertThat(Demangler.demangle(symbol)).isSameAs(symbol);
  }

  @Test
  void keepsVersionsAndPltMarks() {
    assertThat(Demangler.demangle("_ZN3app3barEi@plt")).isEqualTo("app::bar(int)@plt");
    assertThat(Demangler.demangle("_ZN3app3barEi@@V_1.2")).isEqualTo("app::bar(int)@@V_1.2");
  }

  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void stopsSubstitutionBombsAtTheCap() {
    StringBuilder bomb = new StringBuilder("_Z1fSt4pairIiiE");
    for (int i = 0; i < 60; i++) {
      String last =
          i == 0 ? "S0_" : "S" + Integer.toString(i, 36).toUpperCase(java.util.Locale.ROOT) + "_";
      bomb.append("S_I").append(last).append(last).append('E');
    }
    String symbol = bomb.toString();
    assertThat(Demangler.demangle(symbol)).isSameAs(symbol);
  }

  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void stopsRustBackReferenceBombsAtTheCap() {
    StringBuilder bomb = new StringBuilder("_RINvC1a1f");
    int previous = bomb.length() - 2;
    bomb.append("ThhE");
    for (int i = 0; i < 60; i++) {
      int here = bomb.length() - 2;
      String back = "B" + base62(previous);
      bomb.append('T').append(back).append(back).append('E');
      previous = here;
    }
    String symbol = bomb.append('E').toString();
    assertThat(Demangler.demangle(symbol)).isSameAs(symbol);
  }

  private static String base62(int value) {
    String digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (value == 0) {
      return "_";
    }
    int v = value - 1;
    return v < 62
        ? digits.charAt(v) + "_"
        : "" + digits.charAt(v / 62) + digits.charAt(v % 62) + "_";
  }

  @Test
  void namesInitializersAfterOneSymbolOnly() {
    String nested = "_GLOBAL__I_".repeat(10_000);
    assertThat(Demangler.demangle("_GLOBAL__I_" + nested))
        .isEqualTo("global constructors keyed to " + nested);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P", "N", "I", "Z1fvE", "F", "DT", "X", "Xad", "A1_", "NS_", "UlS_", "J", "plT_", "M1A",
        "T", "R", "Lb"
      })
  void survivesDeepNestingOnASmallStack(String unit) throws InterruptedException {
    for (String prefix :
        new String[] {"_Z1f", "_Z1fI", "_ZN1aI", "_RINvC1a1f", "_ZTI", "_Z1fIX", "_RMC1a"}) {
      String symbol = prefix + unit.repeat(30_000 / unit.length());
      Throwable[] thrown = new Throwable[1];
      Thread thread = new Thread(null, () -> Demangler.demangle(symbol), "small stack", 512 * 1024);
      thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
      thread.start();
      thread.join();
      assertThat(thrown[0]).isNull();
    }
  }
}
