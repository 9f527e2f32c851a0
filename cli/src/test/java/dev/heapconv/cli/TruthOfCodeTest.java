package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Recordings of programs whose binaries are there, beside what the programs really allocated. */
@Tag("slow")
class TruthOfCodeTest {

  static final List<String> PROGRAMS = TruthSite.CODE_PROGRAMS;

  private static final int FEW = 100;

  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void everySizeThatTheCodeStatesIsTrue(String program) throws IOException {
    for (int interval : TruthSite.CODE_INTERVALS) {
      List<String> stated = new ArrayList<>();
      for (Map.Entry<String, TruthSite> site :
          TruthSite.ofCode(program, interval, "--symbols").entrySet()) {
        TruthSite of = site.getValue();
        if (of.stated() > 0) {
          stated.add(site.getKey());
          assertThat(of.size()).as(site.getKey()).isEqualTo("" + of.stated());
        }
      }
      assertThat(stated).as("at " + interval).hasSizeGreaterThan(8);
    }
  }

  /** Nearly all of it: of the usual 95 % intervals one in 20 need not. */
  @ParameterizedTest
  @FieldSource("PROGRAMS")
  void countsHoldTheTruthWhereBlocksHaveOneSize(String program) throws IOException {
    for (int interval : TruthSite.CODE_INTERVALS) {
      String[] options = {"--symbols", "--confidence", "0.9999"};
      for (Map.Entry<String, TruthSite> site :
          TruthSite.ofCode(program, interval, options).entrySet()) {
        if (site.getValue().isOfOneSize()) {
          assertThat(site.getValue().holds())
              .as(site.getKey() + " at " + interval + ": " + site.getValue())
              .isTrue();
        }
      }
    }
  }

  @Test
  void countsAreNearWhereTheCodeStatesTheSizeAndEnoughWasRecorded() throws IOException {
    int near = 0;
    for (String program : PROGRAMS) {
      for (int interval : TruthSite.CODE_INTERVALS) {
        for (TruthSite site : TruthSite.ofCode(program, interval, "--symbols").values()) {
          if (site.stated() > 0 && site.recorded() >= FEW) {
            near++;
            assertThat((double) site.value() / site.truth())
                .as(program + " at " + interval + ": " + site)
                .isBetween(0.66, 1.5);
          }
        }
      }
    }
    assertThat(near).isGreaterThan(60);
  }
}
