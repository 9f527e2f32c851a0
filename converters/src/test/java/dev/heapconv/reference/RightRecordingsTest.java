package dev.heapconv.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.HeapConv;
import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.Column;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.UnskewOptions;
import dev.heapconv.model.View;
import dev.heapconv.query.Reliability;
import dev.heapconv.query.Reliability.Level;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.testing.TestData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Recordings that are as their profilers write them: how many views each is called exact, reliable,
 * rough, or good for a ranking in, and its warnings. A rule that finds fault with everything is
 * never wrong; it fails here.
 */
@Tag("slow")
class RightRecordingsTest {

  private static final String TABLE =
      """
      alloc/go/go119_rate32768.allocs.debug1.txt       exact 0, reliable 2, rough 2, ranking 0
      alloc/go/go119_rate32768.allocs.pb.gz            exact 0, reliable 4, rough 0, ranking 0
      alloc/go/go119_rate32768.heap.debug1.txt         exact 0, reliable 2, rough 2, ranking 0
      alloc/go/go119_rate32768.heap.pb.gz              exact 0, reliable 4, rough 0, ranking 0
      alloc/go/go123_rate1.heap.debug1.txt             exact 4, reliable 0, rough 0, ranking 0
      alloc/go/go123_rate1.heap.pb.gz                  exact 0, reliable 0, rough 0, ranking 0
      alloc/go/go123_rate524288.allocs.debug1.txt      exact 0, reliable 2, rough 2, ranking 0
      alloc/go/go123_rate524288.allocs.pb.gz           exact 0, reliable 4, rough 0, ranking 0
      alloc/go/go123_rate524288.heap.debug1.txt        exact 0, reliable 2, rough 2, ranking 0
      alloc/go/go123_rate524288.heap.pb.gz             exact 0, reliable 4, rough 0, ranking 0
      alloc/gperftools/tc_class17_rate65536.heap.gz    exact 0, reliable 0, rough 2, ranking 0, first-thread-unsampled
      alloc/gperftools/tc_heapprofile.0004.heap        exact 4, reliable 0, rough 0, ranking 0
      alloc/gperftools/tc_rate32768_t4.heap.gz         exact 0, reliable 0, rough 2, ranking 0, first-thread-unsampled
      alloc/gperftools/tc_rate4096_t1.heap.gz          exact 0, reliable 0, rough 2, ranking 0, first-thread-unsampled
      alloc/heaptrack/heaptrack_give.zst               exact 4, reliable 0, rough 0, ranking 0
      alloc/jemalloc/je530_lg0_t1_acc1.heap            exact 4, reliable 0, rough 0, ranking 0
      alloc/jemalloc/je530_lg12_t4_acc1.heap           exact 0, reliable 2, rough 2, ranking 0
      alloc/jemalloc/je530_lg15_t1_acc1.heap           exact 0, reliable 2, rough 2, ranking 0
      alloc/jemalloc/je530_lg15_t4_acc1_names.heap     exact 0, reliable 2, rough 2, ranking 0
      alloc/jemalloc/je530_lg19_t4_acc0.heap           exact 0, reliable 1, rough 1, ranking 0
      alloc/jemalloc/je530_series_lg15.15611.5.f.heap  exact 0, reliable 2, rough 2, ranking 0
      alloc/jemalloc/je531_lg15_t4_acc1_names.heap     exact 0, reliable 2, rough 2, ranking 0
      alloc/jfr/give_ap_alloc256k.jfr                  exact 0, reliable 2, rough 0, ranking 0
      alloc/jfr/give_ap_live16k.jfr                    exact 0, reliable 3, rough 1, ranking 0, live-table
      alloc/jfr/give_jdk17.jfr                         exact 0, reliable 1, rough 0, ranking 0
      alloc/jfr/give_jdk25.jfr                         exact 0, reliable 0, rough 1, ranking 0
      alloc/jfr/give_tlab17.jfr                        exact 0, reliable 1, rough 0, ranking 0
      alloc/jfr/nat_ap_nativemem64k.jfr                exact 0, reliable 2, rough 2, ranking 0
      alloc/samplelog/weights_w1.prob.jsonl            exact 0, reliable 2, rough 2, ranking 0
      alloc/samplelog/weights_w1.weight.jsonl          exact 0, reliable 2, rough 2, ranking 0
      alloc/series/go.3.pb.gz                          exact 0, reliable 4, rough 0, ranking 0
      alloc/series/gp.0013.heap                        exact 4, reliable 0, rough 0, ranking 0
      alloc/series/je0.5.heap                          exact 2, reliable 0, rough 0, ranking 0
      alloc/series/jeacc.5.heap                        exact 0, reliable 2, rough 2, ranking 0
      alloc/v8/v8_interval32768.heapprofile            exact 0, reliable 0, rough 0, ranking 0
      alloc/valgrind/dhat_give.json                    exact 4, reliable 0, rough 0, ranking 0
      alloc/valgrind/massif_give.out                   exact 1, reliable 0, rough 0, ranking 0
      alloc/valgrind/massif_give_pages.out             exact 1, reliable 0, rough 0, ranking 0, pages-as-heap
      alloc/valgrind/massif_give_stacks.out            exact 1, reliable 0, rough 0, ranking 0, stacks-left-out
      heapprofd/cc1plus_i512.pftrace                   exact 0, reliable 2, rough 2, ranking 0
      heapprofd/customheap_all.pftrace                 exact 4, reliable 0, rough 0, ranking 0
      heapprofd/cutoff/v16.pftrace                     exact 0, reliable 2, rough 2, ranking 0
      heapprofd/cutoff/v17.pftrace                     exact 4, reliable 0, rough 0, ranking 0
      heapprofd/deeprec.pftrace                        exact 4, reliable 0, rough 0, ranking 0
      heapprofd/deflate_phases.pftrace                 exact 0, reliable 4, rough 0, ranking 0
      heapprofd/deflate_python.pftrace                 exact 0, reliable 2, rough 2, ranking 0
      heapprofd/dumpmax_cont_i1.pftrace                exact 2, reliable 0, rough 0, ranking 0
      heapprofd/dumpmax_i1.pftrace                     exact 2, reliable 0, rough 0, ranking 0
      heapprofd/inlined.pftrace                        exact 0, reliable 4, rough 0, ranking 0
      heapprofd/inlined_symbolized.pftrace             exact 0, reliable 4, rough 0, ranking 0
      heapprofd/java_i4096.pftrace                     exact 0, reliable 2, rough 0, ranking 2
      heapprofd/late_attach.pftrace                    exact 0, reliable 1, rough 1, ranking 0
      heapprofd/mixed_deflate.pftrace                  exact 0, reliable 2, rough 2, ranking 0
      heapprofd/names.pftrace                          exact 4, reliable 0, rough 0, ranking 0
      heapprofd/phases_i512.pftrace                    exact 0, reliable 3, rough 1, ranking 0
      heapprofd/python_i4096.pftrace                   exact 0, reliable 2, rough 2, ranking 0
      heapprofd/sqlite_i4096.pftrace                   exact 0, reliable 1, rough 1, ranking 2
      heapprofd/truth_i1.pftrace                       exact 4, reliable 0, rough 0, ranking 0
      heapprofd/truth_i32768.pftrace                   exact 0, reliable 2, rough 2, ranking 0
      heapprofd/truth_i4096.pftrace                    exact 0, reliable 2, rough 2, ranking 0
      heapprofd/truth_i512.pftrace                     exact 0, reliable 3, rough 1, ranking 0
      heapprofd/zstd_python.pftrace                    exact 0, reliable 2, rough 2, ranking 0
      perfetto/chromium_2024.pftrace                   exact 0, reliable 1, rough 0, ranking 1
      perfetto/chromium_2026.pftrace.gz                exact 0, reliable 1, rough 0, ranking 0
      perfetto/chromium_symbols.pftrace                exact 0, reliable 0, rough 1, ranking 0
      perfetto/two_machines.pftrace                    exact 0, reliable 2, rough 2, ranking 0
      """;

  @Test
  void noneIsDoubtedMoreThanItHasToBe() throws IOException {
    List<String> found = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      found.add(line(line.substring(0, line.indexOf(' '))));
    }
    assertThat(String.join("\n", found) + "\n").isEqualTo(TABLE);
  }

  private static String line(String name) throws IOException {
    EstimatedProfile profile =
        HeapConv.unskew(
            Conversions.read(TestData.own(name), ReadOptions.DEFAULT), UnskewOptions.DEFAULT);
    int[] levels = new int[Level.values().length];
    for (Reliability.OfView view : Reliability.of(profile).views()) {
      levels[view.level().ordinal()]++;
    }
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%-48s exact %d, reliable %d, rough %d, ranking %d",
                name,
                exactViews(profile),
                levels[Level.RELIABLE.ordinal()],
                levels[Level.ROUGH.ordinal()],
                levels[Level.RANKING.ordinal()]));
    profile.notices().forEach(notice -> line.append(", ").append(notice.id().wireName()));
    return line.toString();
  }

  private static int exactViews(EstimatedProfile profile) {
    int exact = 0;
    for (View view : profile.views()) {
      boolean isExact = profile.effects().allowExact(true);
      for (EstimatedHeap heap : profile.latestDumps()) {
        Column column = heap.column(view);
        isExact &= heap.info().provenance().sampling().isSure();
        for (int row = 0; column != null && row < column.rows(); row++) {
          isExact &= column.low(row) == column.high(row);
        }
      }
      exact += isExact ? 1 : 0;
    }
    return exact;
  }
}
