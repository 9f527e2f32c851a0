package dev.heapconv.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.Effort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Binaries of whose headers a field has a value that no linker writes. */
@Tag("slow")
class DamagedElfTest {

  private static final List<Long> VALUES =
      Effort.of(
          2,
          List.of(
              0xffff_ffffL,
              Long.MIN_VALUE,
              1L,
              0L,
              0x7fff_ffffL,
              0x8000_0000L,
              Long.MAX_VALUE,
              -1L));

  /** Bytes of the fields behind the 16 that identify the file, and of those of each table. */
  private static final int[] HEADER = {2, 2, 4, 8, 8, 8, 4, 2, 2, 2, 2, 2, 2};

  private static final int[] SEGMENT = {4, 4, 8, 8, 8, 8, 8, 8};
  private static final int[] SECTION = {4, 4, 8, 8, 8, 8, 4, 4, 8, 8};

  private static final Set<ErrorId> ABOUT_FILES =
      Set.of(ErrorId.UNREADABLE_SYMBOLS, ErrorId.UNUSABLE_SYMBOLS, ErrorId.NO_FITTING_SYMBOLS);

  /** A field of a header. */
  private record Field(int offset, int size) {}

  @TempDir private Path folder;

  private static List<Field> fields(byte[] file) {
    ByteBuffer elf = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    List<Field> fields = new ArrayList<>();
    add(fields, 16, HEADER);
    for (int i = 0; i < elf.getShort(56); i++) {
      add(fields, (int) elf.getLong(32) + i * elf.getShort(54), SEGMENT);
    }
    for (int i = 0; i < elf.getShort(60); i++) {
      add(fields, (int) elf.getLong(40) + i * elf.getShort(58), SECTION);
    }
    return fields;
  }

  private static void add(List<Field> fields, int offset, int[] sizes) {
    int at = offset;
    for (int size : sizes) {
      fields.add(new Field(at, size));
      at += size;
    }
  }

  private RecordedProfile named(byte[] elf) throws IOException {
    Path file = Files.write(folder.resolve("prog"), elf);
    try (Symbols symbols = new Symbols(SymbolCases.options(null, file), unused -> {})) {
      return HeapConv.read(
          InputSource.file(Expected.file("pie.pftrace")),
          ReadOptions.DEFAULT.withNamings(List.of(symbols)));
    }
  }

  private static long notices(RecordedProfile profile) {
    return profile.notices().stream().filter(one -> ABOUT_FILES.contains(one.id())).count();
  }

  @Test
  void anyValueOfAFieldGivesNamesOrOneWarning() throws IOException {
    byte[] whole = Files.readAllBytes(Expected.file("prog.debug"));
    check(whole, fields(whole));
  }

  /** Only of the section that is unpacked, which takes a while. */
  @Test
  void anyValueOfAFieldOfMiniDebugInfoGivesNamesOrOneWarning() throws IOException {
    byte[] whole = Files.readAllBytes(Expected.file("prog.mini"));
    try (ElfFile elf = ElfFile.open(Expected.file("prog.mini"))) {
      int index = elf.sections().indexOf(elf.named(".gnu_debugdata"));
      List<Field> fields = fields(whole);
      int end = fields.size() - (elf.sections().size() - index - 1) * SECTION.length;
      check(whole, fields.subList(end - SECTION.length, end));
    }
  }

  private void check(byte[] whole, List<Field> fields) throws IOException {
    assertThat(notices(named(whole))).isZero();
    long warned = 0;
    for (int i = 0; i < fields.size(); i += Effort.of(3, 1)) {
      Field field = fields.get(i);
      for (byte[] damaged : damaged(whole, field)) {
        RecordedProfile profile = named(damaged);
        long notices = notices(profile);
        assertThat(anyNamed(profile) ? 1 : notices)
            .as("field at %d: %s", field.offset(), profile.notices())
            .isEqualTo(1);
        assertThat(notices).isLessThanOrEqualTo(1);
        warned += notices;
      }
    }
    assertThat(warned).isGreaterThan(Effort.of(0, 10));
  }

  private static boolean anyNamed(RecordedProfile profile) {
    return SymbolCases.lines(profile).values().stream().anyMatch(lines -> !lines.isEmpty());
  }

  /** The file with each value that fits into a field; those that the field cuts occur once. */
  private static List<byte[]> damaged(byte[] whole, Field field) {
    List<byte[]> all = new ArrayList<>();
    Set<ByteBuffer> known = new HashSet<>(Set.of(value(whole, field)));
    for (long value : VALUES) {
      byte[] bytes = whole.clone();
      ByteBuffer eight = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
      eight.get(0, bytes, field.offset(), field.size());
      if (known.add(value(bytes, field))) {
        all.add(bytes);
      }
    }
    return all;
  }

  private static ByteBuffer value(byte[] elf, Field field) {
    return ByteBuffer.wrap(elf, field.offset(), field.size());
  }
}
