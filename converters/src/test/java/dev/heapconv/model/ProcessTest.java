package dev.heapconv.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessTest {

  @ParameterizedTest
  @CsvSource({
    "7, /bin/sh, '', /bin/sh (7), sh (7), sh",
    "-1, /bin/sh, '', /bin/sh, sh, sh",
    "7, '', '', pid 7, pid 7, ''",
    "-1, '', '', unknown process, unknown process, ''",
    "1, /sbin/init, machine 2, /sbin/init on machine 2 (1), init on machine 2 (1), init on machine"
        + " 2",
    "1, '', machine 2, machine 2 (1), machine 2 (1), machine 2"
  })
  void peopleSeeNameAndPidAsFarAsTheyAreKnown(
      long pid, String name, String machine, String full, String short_, String program) {
    Process process = new Process(pid, name, "", machine);

    assertThat(process.displayName()).isEqualTo(full);
    assertThat(process.displayProgram()).isEqualTo(short_);
    assertThat(process.program()).isEqualTo(program);
  }

  @Test
  void aVersionDescribesAProcessAndDoesNotTellItApart() {
    Process known = new Process(7, "com.app", "com.app 12", "");

    assertThat(known)
        .isEqualTo(new Process(7, "com.app"))
        .hasSameHashCodeAs(new Process(7, "com.app"));
    assertThat(known.packageName()).isEqualTo("com.app");
    assertThat(new Process(7, "com.app").packageName()).isEmpty();
  }

  /** Files that heapconv writes have one name of a process, which says the machine. */
  @Test
  void aMachineTellsProcessesApartByTheirFullNames() {
    Process guest = new Process(1, "init", "", "machine 2");

    assertThat(guest).isNotEqualTo(new Process(1, "init"));
    assertThat(guest)
        .isEqualTo(new Process(1, "init on machine 2"))
        .hasSameHashCodeAs(new Process(1, "init on machine 2"));
  }

  @Test
  void anotherPidOrNameIsAnotherProcess() {
    assertThat(new Process(1, "a")).isNotEqualTo(new Process(2, "a"));
    assertThat(new Process(1, "a")).isNotEqualTo(new Process(1, "b"));
    assertThat(new Process(-1, "")).isEqualTo(Process.UNKNOWN);
  }
}
