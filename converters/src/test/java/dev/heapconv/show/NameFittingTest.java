package dev.heapconv.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.io.TerminalText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameFittingTest {

  private static final String METHOD =
      "ns::Cache<std::string, Entry<int>>::put(std::string const&, Entry<int>&&) const";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100 | ns::Cache<std::string, Entry<int>>::put(std::string const&, Entry<int>&&) const",
        "60 | ns::Cache<std::string, Entry<int>>::put",
        "30 | ns::Cache<…>::put",
        "12 | ns:…<…>::put",
      })
  void parametersGoFirstThenTemplateArgumentsThenTheMiddle(int width, String expected) {
    assertThat(NameFitting.function(METHOD, width)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "void run<void* (*)()>(Site*, void* (*)()) | run<…>",
        "std::vector<int> const& ns::make(int) [clone .part.0] | ns::make",
        "a::operator()(int) const | a::operator()",
        "operator new[](unsigned long) | operator new[]",
        "ns::T::operator bool() const | ns::T::operator bool",
        "operator() | operator()",
        "a::operator()() const | a::operator()",
        "a::operator unsigned long() | a::operator unsigned long",
        "operator\"\" _mem(unsigned long long) | operator\"\" _mem",
        "W<std::map<int, int> >::operator->() | W<…>::operator->",
        "bool W<int>::operator< <char>(int) | W<…>::operator< <…>",
        "std::ostream& operator<< <char, T<int>>(std::ostream&) | operator<< <…>",
        "(anonymous namespace)::f(int) | (anonymous namespace)::f",
        "main.(*Cache).put | main.(*Cache).put",
        "(anonymous) | (anonymous)",
        "java.io.Stream.<init> | java.io.Stream.<init>",
        "<alloc::vec::Vec<T> as core::fmt::Debug>::fmt | <alloc::vec::Vec<T> as"
            + " core::fmt::Debug>::fmt",
      })
  void briefNamesAreThoseOfFunctionsAlone(String name, String expected) {
    assertThat(NameFitting.brief(name)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "operator<< <char, std::char_traits<char>>(std::ostream&)",
        "a->b<c",
        "((((",
        "))))",
        "<<<<>>>>",
        "()",
        "",
        "日本語日本語日本語日本語日本語日本語",
        "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
        "\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00",
        "\ud83d",
        "a(b)c(d)e(f)g(h)",
        "<T as core::fmt::Debug>::fmt",
        "com.example.very.long.package.name.Class.method"
      })
  void nothingIsEverTooWide(String name) {
    for (int width = 1; width < 40; width++) {
      assertThat(TerminalText.width(NameFitting.function(name, width))).isLessThanOrEqualTo(width);
      assertThat(TerminalText.width(NameFitting.middle(name, width))).isLessThanOrEqualTo(width);
    }
  }

  @Test
  void theEndOfALongNameStays() {
    assertThat(NameFitting.middle("/data/app/com.example/lib/arm64/libgame.so", 20))
        .startsWith("/data/")
        .endsWith("64/libgame.so")
        .hasSize(20);
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    assertThat(TerminalText.width("café_日本語")).isEqualTo(11);
    assertThat(TerminalText.width("e\u0301")).isEqualTo(1);
    assertThat(TerminalText.width("\ud83d\ude00")).isEqualTo(2);
  }
}
