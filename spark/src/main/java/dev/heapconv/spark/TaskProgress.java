package dev.heapconv.spark;

import dev.heapconv.cli.JobCommand;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Tells how many tasks of a stage are done. */
final class TaskProgress extends SparkListener implements AutoCloseable {

  private static final int TIMES_TOLD = 20;

  private final SparkContext context;
  private final JobCommand job;
  private final AtomicInteger done = new AtomicInteger();
  private volatile int all = 1;

  private TaskProgress(SparkContext context, JobCommand job) {
    this.context = context;
    this.job = job;
  }

  static TaskProgress show(SparkContext context, JobCommand job) {
    TaskProgress progress = new TaskProgress(context, job);
    context.addSparkListener(progress);
    return progress;
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted stage) {
    all = stage.stageInfo().numTasks();
    done.set(0);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd task) {
    int now = done.incrementAndGet();
    if (now % Math.max(1, all / TIMES_TOLD) == 0) {
      job.progress(now + " of " + all + " tasks done");
    }
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
