package dev.heapconv.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.Format;
import dev.heapconv.HeapConv;
import dev.heapconv.combine.DumpSeries;
import dev.heapconv.combine.Merging;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.Recordings;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.query.Subtraction;
import dev.heapconv.testing.CheckValid;
import dev.heapconv.testing.Containers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What holds for any two inputs: together in one file they are refused or read like any other;
 * apart, whatever takes several recordings takes them, and what is written of it is valid. An input
 * of the fuzzer is the length of the first, in two bytes, and then both.
 */
public final class PairFuzz {

  private PairFuzz() {}

  /** The entry point of the fuzzer. */
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length < Short.BYTES) {
      return;
    }
    int length =
        Math.min(ByteBuffer.wrap(bytes).getChar(), bytes.length - Short.BYTES) + Short.BYTES;
    byte[] first = Arrays.copyOfRange(bytes, Short.BYTES, length);
    byte[] second = Arrays.copyOfRange(bytes, length, bytes.length);
    ReaderFuzz.check(Containers.concat(first, second), List.of(Format.PPROF_PLAIN));
    EstimatedProfile one = estimated(first);
    EstimatedProfile other = estimated(second);
    if (one != null && other != null) {
      check(List.of(one, other));
    }
  }

  private static @Nullable EstimatedProfile estimated(byte[] bytes) throws IOException {
    RecordedProfile recorded = ReaderFuzz.readOrRefuse(bytes, false);
    return recorded == null ? null : HeapConv.unskew(recorded, UnskewOptions.DEFAULT);
  }

  private static void check(List<EstimatedProfile> both) {
    for (boolean byProcess : new boolean[] {false, true}) {
      EstimatedProfile sum = Merging.of(both, byProcess);
      ValidOutputs.checkNumbers(sum);
      write(sum, Format.PPROF_PLAIN, Format.CSV, Format.HTML);
    }
    write(Merging.sideBySide(both), Format.JSON, Format.OTLP);
    for (Recordings.Evidence needed : Recordings.Evidence.values()) {
      EstimatedProfile series = DumpSeries.of(both, needed);
      if (series != null) {
        assertThat(series.heaps()).hasSizeGreaterThan(1);
        write(series, Format.HTML, Format.TEXT);
      }
    }
    EstimatedProfile difference = Subtraction.of(both.get(0), both.get(1)).profile();
    write(difference, Format.TEXT, Format.JSON);
    CheckValid.of(Conversions.write(difference, Format.PPROF_PLAIN), true);
  }

  private static void write(EstimatedProfile profile, Format... formats) {
    for (Format format : formats) {
      ValidOutputs.check(profile, format, Conversions.write(profile, format));
    }
  }
}
