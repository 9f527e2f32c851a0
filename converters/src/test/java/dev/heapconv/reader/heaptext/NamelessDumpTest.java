package dev.heapconv.reader.heaptext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heapconv.fixtures.Conversions;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.Notice;
import dev.heapconv.model.RecordedProfile;
import dev.heapconv.model.StackTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps that do not say what their addresses are, and those that say it as FreeBSD does. */
class NamelessDumpTest {

  private static final String MAP =
      "MAPPED_LIBRARIES:\n"
          + "0x400000 0x401000 163 0 0xfffff80012345 r-- 1 0 0x1000 COW NC vnode /opt/a b NCH -1\n"
          + "0x401000 0x403000 163 0 0xfffff80012345 r-x 1 0 0x1000 COW NC vnode /opt/a b CH 1001\n"
          + "0x500000 0x501000 1 0 0xfffff80012345 rwx 1 0 0x3000 NCOW NNC default - NCH 1001\n"
          + "0x601000 0x603000 9 0 0xfffff80012345 r-x 1 0 0x1000 COW NC vnode /lib/c.so NCH -1\n";

  private static RecordedProfile dump(String map, String... stacks) throws IOException {
    StringBuilder text = new StringBuilder("heap_v2/1\n  t*: 9: 999 [0: 0]\n");
    for (String stack : stacks) {
      text.append("@ ").append(stack).append("\n  t*: 1: 64 [0: 0]\n");
    }
    return Conversions.read((text + map).getBytes(StandardCharsets.UTF_8));
  }

  /** Innermost first, as files with addresses in them. */
  private static List<String> frames(RecordedProfile profile, int row) {
    StackTable stacks = profile.stacks();
    List<String> frames = new ArrayList<>();
    for (int s = profile.heaps().get(0).stack(row); s != StackTable.ROOT; s = stacks.parent(s)) {
      int frame = stacks.frame(s);
      int mapping = stacks.frameMapping(frame);
      String file = mapping == StackTable.NO_MAPPING ? "" : stacks.mapping(mapping).path() + "+";
      frames.add(file + Long.toHexString(stacks.frameRelPc(frame)));
    }
    return frames;
  }

  private static List<ErrorId> notices(RecordedProfile profile) {
    return profile.notices().stream().map(Notice::id).toList();
  }

  @Test
  void theMapOfFreeBsdIsRead() throws IOException {
    RecordedProfile profile = dump(MAP, "0x401010 0x402021 0x601031", "0x500010 0x402021");
    assertThat(frames(profile, 0))
        .containsExactly("/opt/a b+100f", "/opt/a b+2020", "/lib/c.so+30");
    assertThat(frames(profile, 1)).containsExactly("50000f", "/opt/a b+2020");
    assertThat(profile.heaps().get(0).info().process()).isEqualTo("a b");
    assertThat(notices(profile)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x400000 0x401000 163 0 0xfffff80012345 r-x 1 0 0x1000 COW NC vnode /opt/a",
        "0x400000 0x401000",
        "0x401000 0x400000 163 0 0xfffff80012345 r-x 1 0 0x1000 COW NC vnode /opt/a NCH -1"
      })
  void otherLinesAreNot(String line) throws IOException {
    assertThat(notices(dump("MAPPED_LIBRARIES:\n" + line + "\n", "0x1", "0x2")))
        .contains(ErrorId.BAD_MEMORY_MAP);
  }

  @Test
  void withoutAMapWhatAllStacksBeginWithIsLeftOut() throws IOException {
    RecordedProfile profile = dump("", "0x1 0x2 0x31 0x41", "0x1 0x2 0x51", "0x1 0x2 0x61 0x41");
    assertThat(frames(profile, 0)).containsExactly("30", "40");
    assertThat(frames(profile, 1)).containsExactly("50");
    assertThat(profile.notices()).containsExactly(Notice.of(ErrorId.NO_MEMORY_MAP, 2));
  }

  @Test
  void butNeverAWholeStack() throws IOException {
    assertThat(frames(dump("", "0x1 0x2", "0x1 0x2 0x31"), 0)).containsExactly("1");
    assertThat(frames(dump("", "0x1 0x2 0x31"), 0)).containsExactly("0", "1", "30");
  }

  @Test
  void withAMapNothingIsLeftOut() throws IOException {
    RecordedProfile profile = dump(MAP, "0x701010 0x402021", "0x701010 0x402031");
    assertThat(frames(profile, 0)).containsExactly("70100f", "/opt/a b+2020");
    assertThat(notices(profile)).isEmpty();
  }
}
