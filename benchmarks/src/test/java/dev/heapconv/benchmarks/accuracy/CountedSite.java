package dev.heapconv.benchmarks.accuracy;

import dev.heapconv.HeapConv;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.View;
import dev.heapconv.query.EstimateSums;
import dev.heapconv.reader.ReadOptions;
import dev.heapconv.unskew.Estimate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A call site of a program that counted its own allocations.
 *
 * @param name its function and the one that calls it
 * @param allocations how many it counted
 * @param recorded how many of these were recorded
 * @param estimate how many heapconv says there were
 */
record CountedSite(String name, double allocations, long recorded, Estimate estimate) {

  /** Reads the sites of a recording of which anything was recorded, and what they counted. */
  static List<CountedSite> read(Path recording, Path truth) throws IOException {
    EstimatedProfile profile =
        Outputs.estimate(HeapConv.read(InputSource.file(recording), ReadOptions.DEFAULT), null);
    JsonNode counted = new ObjectMapper().readTree(truth.toFile());
    List<String> names = new ArrayList<>();
    for (JsonNode site : counted.path("sites")) {
      names.add(name(site.path("function").asString(), site.path("caller").asString()));
    }
    long[] recorded = new long[names.size()];
    EstimateSums sums = EstimateSums.ofStacks();
    for (EstimatedHeap heap : profile.heaps()) {
      for (int row = 0; row < heap.rows(); row++) {
        int site = site(Outputs.functions(profile.stacks(), heap.stack(row)), names);
        if (site >= 0 && heap.info().heap().equals(counted.path("heap").asString())) {
          recorded[site] += heap.recordedAlloc(row);
          sums.add(site, heap.column(View.ALLOC_OBJECTS), row);
        }
      }
    }
    List<CountedSite> sites = new ArrayList<>();
    for (int i = 0; i < recorded.length; i++) {
      if (recorded[i] > 0) {
        double allocations = counted.path("sites").get(i).path("alloc_count").asDouble();
        sites.add(new CountedSite(names.get(i), allocations, recorded[i], sums.estimate(i)));
      }
    }
    return sites;
  }

  /** The site of a stack; -1 for none. A function's calls of itself count as a depth. */
  private static int site(List<String> leafFirst, List<String> names) {
    List<String> functions = leafFirst.stream().map(CountedSite::bare).toList();
    for (int i = 0; i < functions.size(); i++) {
      String function = functions.get(i);
      if (function.startsWith("site_")) {
        int last = functions.lastIndexOf(function);
        for (String caller : functions.subList(last + 1, functions.size())) {
          String called = " <- " + caller;
          int site = names.indexOf(function + called);
          site = site < 0 ? names.indexOf(function + " depth=" + (last - i) + called) : site;
          if (site >= 0) {
            return site;
          }
        }
      }
    }
    return -1;
  }

  private static String name(String function, String caller) {
    int depth = function.indexOf(" depth=");
    String suffix = depth < 0 ? "" : function.substring(depth);
    return bare(function) + suffix + " <- " + bare(caller);
  }

  /** Without parameters, template arguments and result type: the truth has them for some only. */
  private static String bare(String function) {
    String name = function.split("[(<]| depth=", 2)[0];
    return name.substring(name.lastIndexOf(' ') + 1);
  }
}
