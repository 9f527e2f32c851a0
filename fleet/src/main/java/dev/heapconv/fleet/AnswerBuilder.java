package dev.heapconv.fleet;

import dev.heapconv.fleet.FleetAnswer.AnswerColumn;
import dev.heapconv.fleet.FleetAnswer.AnswerKind;
import dev.heapconv.fleet.FleetAnswer.AnswerRow;
import dev.heapconv.fleet.FleetAnswer.AnswerRowKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Collects the cells of an answer, row by row; the first row says which columns there are. */
final class AnswerBuilder {

  /** Enough to tell millions of devices apart. */
  private static final int HASH_BYTES = 8;

  private final FleetQuestion question;
  private final @Nullable String salt;
  private final AnswerKind unit;
  private final List<AnswerColumn> columns = new ArrayList<>();
  private final List<AnswerRow> rows = new ArrayList<>();
  private List<@Nullable Object> cells = new ArrayList<>();

  /**
   * @param salt with which names of devices are hashed; null to show them
   */
  AnswerBuilder(FleetQuestion question, @Nullable String salt) {
    this.question = question;
    this.salt = salt;
    unit = question.isOfBytes() ? AnswerKind.BYTES : AnswerKind.OBJECTS;
  }

  /** Begins a row with its names. */
  void begin(String section, String kind, String name) {
    cells = new ArrayList<>();
    AnswerRowKind rowKind = AnswerRowKind.valueOf(kind.toUpperCase(Locale.ROOT));
    rows.add(new AnswerRow(rowKind, Collections.unmodifiableList(cells)));
    List<String> names = question.names(section, kind, name);
    for (int i = 0; i < names.size(); i++) {
      String by = question.by().get(i);
      boolean secret = by.equals("device") && salt != null && kind.equals("row");
      add(by, AnswerKind.NAME, secret ? hashed(salt + names.get(i)) : names.get(i));
    }
  }

  private static String hashed(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  void count(String id, long value) {
    add(id, AnswerKind.COUNT, value);
  }

  void flag(String id, boolean value) {
    add(id, AnswerKind.FLAG, value);
  }

  /** A number in the unit of the view. */
  void value(String id, double value) {
    number(id, unit, value);
  }

  /** A number; NaN if it is unknown. */
  void number(String id, AnswerKind kind, double value) {
    add(id, kind, Double.isNaN(value) ? null : value);
  }

  private void add(String id, AnswerKind kind, @Nullable Object value) {
    if (rows.size() == 1) {
      columns.add(new AnswerColumn(id, kind));
    }
    cells.add(value);
  }

  FleetAnswer build(List<String> notes) {
    return new FleetAnswer(columns, rows, notes);
  }
}
