package dev.heapconv.testing;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says once, when the tests of a module have run, what {@link NotTested} skipped of them. */
public final class NotTestedListener implements TestExecutionListener {

  private final Set<String> lines = new ConcurrentSkipListSet<>();
  private final PrintStream out;

  /** For JUnit, which finds it as a service. */
  public NotTestedListener() {
    this(System.out);
  }

  NotTestedListener(PrintStream out) {
    this.out = out;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    result
        .getThrowable()
        .map(Throwable::getMessage)
        .filter(message -> message.startsWith(NotTested.PREFIX))
        .ifPresent(lines::add);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    lines.forEach(out::println);
  }
}
