package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MappingTest {

  @ParameterizedTest
  @CsvSource({
    "/usr/lib/libc.so, libc.so",
    "libc.so, libc.so",
    "'', ''",
    "/lib/, ''",
    "C:\\Windows\\System32\\ntdll.dll, ntdll.dll",
    "d:\\a/b.dll, b.dll",
    "\\\\server\\share\\foo.dll, foo.dll",
    "/tmp/odd\\name.so, odd\\name.so",
    "odd\\name.so, odd\\name.so"
  })
  void theBaseNameIsThatOfItsSystem(String path, String name) {
    assertThat(Mapping.baseName(path)).isEqualTo(name);
  }
}
