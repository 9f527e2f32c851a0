package dev.heapconv.reader.valgrind;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The values of a file of DHAT. Its table of frames follows the program points that use it. */
final class DhatContent {

  /** What is read of each program point. */
  enum Number {
    TOTAL_BYTES("tb"),
    TOTAL_BLOCKS("tbk"),
    PEAK_BYTES("gb"),
    PEAK_BLOCKS("gbk"),
    END_BYTES("eb"),
    END_BLOCKS("ebk");

    private final String key;

    Number(String key) {
      this.key = key;
    }

    private static @Nullable Number of(String key) {
      for (Number number : NUMBERS) {
        if (number.key.equals(key)) {
          return number;
        }
      }
      return null;
    }
  }

  private static final Number[] NUMBERS = Number.values();

  long version;
  String mode = "";
  String command = "";
  long pid = -1;
  private String timeUnit = "";
  private long peakTime;
  private long endTime;

  final List<ValgrindFrame> table = new ArrayList<>();

  /** Places in the table, innermost first, of one program point after the other. */
  final IntArrayList frames = new IntArrayList();

  private final IntArrayList ends = new IntArrayList();
  private final LongArrayList numbers = new LongArrayList();

  /** Values of another type than expected count as 0 or as empty. */
  void read(JsonParser json) {
    json.nextToken();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      switch (key) {
        case "dhatFileVersion" -> version = json.getValueAsLong(0);
        case "mode" -> mode = json.getValueAsString("");
        case "cmd" -> command = json.getValueAsString("");
        case "pid" -> pid = json.getValueAsLong(-1);
        case "tu" -> timeUnit = json.getValueAsString("");
        case "tg" -> peakTime = json.getValueAsLong(0);
        case "te" -> endTime = json.getValueAsLong(0);
        case "pps" -> {
          if (value == JsonToken.START_ARRAY) {
            for (JsonToken point; (point = json.nextToken()) != JsonToken.END_ARRAY; ) {
              if (point == JsonToken.START_OBJECT) {
                readPoint(json);
              }
              json.skipChildren();
            }
          }
        }
        case "ftbl" -> {
          if (value == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
              table.add(ValgrindFrame.of(json.getValueAsString("")));
              json.skipChildren();
            }
          }
        }
        default -> {}
      }
      json.skipChildren();
    }
  }

  private void readPoint(JsonParser json) {
    int first = numbers.size();
    for (int i = 0; i < NUMBERS.length; i++) {
      numbers.add(0);
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      JsonToken value = json.nextToken();
      Number number = Number.of(key);
      if (number != null) {
        numbers.set(first + number.ordinal(), Math.max(0, json.getValueAsLong(0)));
      } else if (key.equals("fs") && value == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          frames.add(json.getValueAsInt(-1));
          json.skipChildren();
        }
      }
      json.skipChildren();
    }
    ends.add(frames.size());
  }

  int points() {
    return ends.size();
  }

  int firstFrame(int point) {
    return point == 0 ? 0 : ends.getInt(point - 1);
  }

  int endFrame(int point) {
    return ends.getInt(point);
  }

  long number(int point, Number number) {
    return numbers.getLong(point * NUMBERS.length + number.ordinal());
  }

  /** Nanoseconds from the start to the peak; 0 when unknown, as valgrind counts instructions. */
  long peakNanos() {
    return nanos(peakTime);
  }

  /** Nanoseconds from the start to the end; 0 when unknown. */
  long endNanos() {
    return nanos(endTime);
  }

  private long nanos(long time) {
    boolean isMicros = timeUnit.equals("\u00b5s") || timeUnit.equals("us");
    return isMicros && time > 0 && time < Long.MAX_VALUE / 1000 ? time * 1000 : 0;
  }
}
