package dev.heapconv.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReportPageTest {

  @Test
  void joinsModulesIntoOneScript() {
    ReportPage.Script script = new ReportPage.Script();
    script.add(
        "./a.js",
        "// Of one.\n"
            + "const one = 1;\n"
            + "export function f() {}\n"
            + "/**\n"
            + " * See f.\n"
            + " */\n"
            + "export class C {\n"
            + "  // None.\n"
            + "  url = 'a//b';\n"
            + "}\n"
            + "export { one as default };\n");
    script.add(
        "./b.js",
        "import one from './a.js';\n" + "import { f, C as D } from './a.js';\n" + "f();\n");

    assertThat(script.text())
        .startsWith("/*! heapconv, Apache-2.0 */\n(()=>{'use strict';")
        .contains("const module0=(()=>{const one=1;function f(){}\n" + "class C {url='a//b'}\n")
        .contains("return {f, C, default: one}})();")
        .contains("const one=module0.default;const {f, C: D}=module0;f();")
        .doesNotContain("import ", "export ");
  }

  @Test
  void refusesTextsThatWouldLoseSpaces() {
    ReportPage.Script script = new ReportPage.Script();
    script.add("./a.js", "const x = 'a' === 'b' ? 'a=b' : 'a: b';");
    assertThat(script.text()).contains("const x='a'==='b'?'a=b':'a: b';");
    script.add("./b.js", "const y = 'a = b';");
    assertThatThrownBy(script::text)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'a = b'");
  }

  @Test
  void refusesModulesInTheWrongOrder() {
    ReportPage.Script script = new ReportPage.Script();
    assertThatThrownBy(() -> script.add("./b.js", "import { f } from './a.js';"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("./a.js");
  }
}
