package dev.heapconv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordingConfigTest extends CommandLineFixture {

  @Test
  void namesTheProcessAndTheInterval() {
    String config = run("plan", "--config", "com.example.app").isOk().out();
    assertThat(config)
        .contains("process_cmdline: \"com.example.app\"", "sampling_interval_bytes: 4099");
    assertThat(config.chars().filter(c -> c == '{').count())
        .isEqualTo(config.chars().filter(c -> c == '}').count());
    assertThat(run("plan", "--config", "a", "--interval", "512K").isOk().out())
        .contains("sampling_interval_bytes: 524288", "one sample in 512 KiB");
  }

  @Test
  void namesCannotBreakIt() {
    assertThat(run("plan", "--config", "a\"b\\c").isOk().out())
        .contains("process_cmdline: \"a\\\"b\\\\c\"");
    run("plan", "--config", "a\nb").isUsageError("--config needs the name of a process");
  }

  @Test
  void whatHasNoEffectIsRefused() {
    run("plan", "--config", "a", "--size", "1M").isUsageError("--size has no effect");
    run("plan", "--config", "a", "-f", "json").isUsageError("--format has no effect");
    run("plan", "--config", "a", "--interval", "1,2").isUsageError("one --interval");
  }
}
