package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource({
    "com.example.*, com.example.app, true",
    "com.example.*, comXexample.app, false",
    "*server, /system/bin/server, true",
    "*caf\u00e9*, ein caf\u00e9 in Wien, true",
    "app?, app1, true",
    "app?, app, false",
    "app[0-3], app2, true",
    "app[0-3], app7, false",
    "app[!0-3], app7, true",
    "app[!0-3], app2, false",
    "'a[^]b*', 'a^bc', true",
    "'a[\\]b*', 'a\\bc', true",
    "'open[*', 'open[1', true",
    "'(a|b)*', '(a|b)c', true",
    "'(a|b)*', 'ac', false",
    "app, app, false"
  })
  void wildcardsMatchCharacters(String pattern, String name, boolean matches) {
    assertThat(Glob.matches(pattern, name)).isEqualTo(matches);
  }
}
