package dev.heapconv.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DemanglerFuzzTest {
  private static final List<String> NAMES = GoldenNames.mangled();
  private static final String LETTERS =
      "_0123456789EINSTLXZDFMPRKVOabcdefiklmnopqrstuvwxyzABCGHJQUWY.$@ \u00e9";
  private static final long MAX_NANOS = 1_000_000_000L;

  /** Replaces, deletes, doubles or splices pieces of a real name. */
  @Property(tries = 20_000, seed = "17")
  void mutatedNamesEndSoonAndQuietly(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int mutations) {
    Random random = new Random(seed);
    StringBuilder name = new StringBuilder(pick(random));
    for (int i = 0; i < mutations && name.length() > 3; i++) {
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
    endsSoon(name.toString());
  }

  @Property(tries = 5_000, seed = "17")
  void randomLettersEndSoonAndQuietly(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder name = new StringBuilder(random.nextBoolean() ? "_Z" : "_R");
    for (int length = random.nextInt(80); length > 0; length--) {
      name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    endsSoon(name.toString());
  }

  @Property(tries = 500, seed = "17")
  void truncatedNamesEndSoonAndQuietly(@ForAll long seed) {
    String name = pick(new Random(seed));
    for (int length = 0; length < name.length(); length++) {
      endsSoon(name.substring(0, length));
    }
  }

  private static String pick(Random random) {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private static void endsSoon(String name) {
    long start = System.nanoTime();
    String demangled = Demangler.demangle(name);
    assertThat(System.nanoTime() - start).as(name).isLessThan(MAX_NANOS);
    assertThat(demangled.length())
        .isLessThanOrEqualTo(Math.max(Output.MAX_LENGTH * 2, name.length()));
  }
}
