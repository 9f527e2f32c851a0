package dev.heapconv.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names that no compiler made: each is one seed. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DemanglerFuzzTest {
  private static final List<String> NAMES = GoldenNames.mangled();
  private static final String LETTERS =
      "_0123456789EINSTLXZDFMPRKVOabcdefiklmnopqrstuvwxyzABCGHJQUWY.$@ \u00e9";

  /**
   * Work is measured in bytes allocated, which no busy machine changes. The worst of these names
   * takes 14 KB, and the first one 190 KB with the classes that it loads.
   */
  private static final long MAX_ALLOCATED = 2 << 20;

  /** Replaces, deletes, doubles or splices pieces of a real name. */
  @Test
  void mutatedNamesEndSoonAndQuietly() {
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder name = new StringBuilder(pick(random));
      for (int i = 1 + seed % 8; i > 0 && name.length() > 3; i--) {
        mutate(name, random);
      }
      endsSoon(name.toString(), seed);
    }
  }

  private static void mutate(StringBuilder name, Random random) {
    int at = 2 + random.nextInt(name.length() - 2);
    int to = Math.min(name.length(), at + 1 + random.nextInt(12));
    switch (random.nextInt(5)) {
      case 0 -> name.setCharAt(at, LETTERS.charAt(random.nextInt(LETTERS.length())));
      case 1 -> name.delete(at, to);
      case 2 -> name.insert(at, name.substring(at, to).repeat(1 + random.nextInt(3)));
      case 3 -> name.insert(at, LETTERS.charAt(random.nextInt(LETTERS.length())));
      default -> {
        String other = pick(random);
        name.insert(at, other.substring(random.nextInt(other.length())));
      }
    }
  }

  @Test
  void randomLettersEndSoonAndQuietly() {
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      StringBuilder name = new StringBuilder(random.nextBoolean() ? "_Z" : "_R");
      for (int length = random.nextInt(80); length > 0; length--) {
        name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      endsSoon(name.toString(), seed);
    }
  }

  @Test
  void truncatedNamesEndSoonAndQuietly() {
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      for (int length = 0; length < name.length(); length++) {
        endsSoon(name.substring(0, length), i);
      }
    }
  }

  private static String pick(Random random) {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private static void endsSoon(String name, int seed) {
    long before = allocatedBytes();
    String demangled = Demangler.demangle(name);
    long allocated = allocatedBytes() - before;
    assertThat(allocated)
        .as("bytes allocated for %s, seed %s", name, seed)
        .isLessThan(MAX_ALLOCATED);
    assertThat(demangled.length())
        .as("length of %s, seed %s", name, seed)
        .isLessThanOrEqualTo(Math.max(Output.MAX_LENGTH * 2, name.length()));
  }

  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
