package dev.heapconv.writer.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScriptBundleTest {

  @Test
  void joinsModulesIntoOneScript() {
    ScriptBundle bundle = new ScriptBundle("var d3 = {};");
    bundle.add(
        "./a.js",
        "const one = 1;\nexport function f() {}\nexport class C {}\nexport { one as default };\n");
    bundle.add(
        "./b.js",
        "import one from './a.js';\n"
            + "import { f, C as D } from './a.js';\n"
            + "import { select } from 'd3-x';\n"
            + "f();\n");

    assertThat(bundle.script())
        .startsWith("var d3 = {};\n(() => {\n'use strict';\n")
        .contains("const module0 = (() => {\nconst one = 1;\nfunction f() {}\nclass C {}\n")
        .contains("return { f, C, default: one };")
        .contains(
            "const one = module0.default;\n"
                + "const { f, C: D } = module0;\n"
                + "const { select } = d3;\n"
                + "f();")
        .doesNotContain("import ", "export ");
  }

  @Test
  void refusesModulesInTheWrongOrder() {
    ScriptBundle bundle = new ScriptBundle("");
    assertThatThrownBy(() -> bundle.add("./b.js", "import { f } from './a.js';"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("./a.js");
  }
}
