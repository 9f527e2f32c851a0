package dev.heapconv.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class NotTestedListenerTest {

  @Test
  void eachReasonIsSaidOnceInOrder() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(
                    new NotTestedListener(new PrintStream(out, true, StandardCharsets.UTF_8)))
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(SkippedTests.class), selectClass(SkippedClass.class))
                .build());
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "not tested: a class (no browser; install one)", "not tested: twice (no compiler)");
  }

  static class SkippedTests {

    @Test
    void one() {
      throw NotTested.because("twice", "no compiler");
    }

    @Test
    void other() {
      NotTested.unless(false, "twice", "no compiler");
    }

    @Test
    void forAnotherReason() {
      abort("not on this system");
    }

    @Test
    void without() {
      abort();
    }

    @Test
    void runs() {
      NotTested.unless(true, "nothing", "all is there");
    }
  }

  static class SkippedClass {

    @BeforeAll
    static void skip() {
      NotTested.unless(false, "a class", "no browser; install one");
    }

    @Test
    void never() {
      throw new AssertionError();
    }
  }
}
