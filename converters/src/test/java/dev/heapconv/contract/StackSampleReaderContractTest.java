package dev.heapconv.contract;

import dev.heapconv.proto.perfetto.StackSample;
import dev.heapconv.proto.perfetto.StackSample.CounterDescriptor;
import dev.heapconv.proto.perfetto.StackSample.TaskContext;
import dev.heapconv.proto.perfetto.StackSample.Unit;
import dev.heapconv.testing.StackSampleTrace;
import dev.heapconv.testing.TestData;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Perfetto traces of Chromium since 2026 against the contract of all readers. */
class StackSampleReaderContractTest extends ReaderContract {

  @Override
  protected byte[] sample() {
    return TestData.bytes(TestData.own("perfetto/chromium_symbols.pftrace"));
  }

  @Override
  protected List<String> continuations() {
    return List.of("a trace");
  }

  @Override
  protected byte[] deepStack(int frames) {
    StackSampleTrace trace = new StackSampleTrace();
    String stack =
        IntStream.range(0, frames).mapToObj(i -> "f" + i % 100).collect(Collectors.joining(";"));
    trace.process(1).sample(1000, "malloc", stack, 10, 1);
    return trace.bytes();
  }

  @Override
  protected List<byte[]> absurdNumbers() {
    List<byte[]> traces = new ArrayList<>();
    for (long number : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 1L << 53}) {
      StackSampleTrace trace = new StackSampleTrace().config(number, number);
      StackSampleTrace.Process process = trace.process((int) number);
      process.sample(number, "malloc", "main;f", number, (int) number);
      process.sample(number, "malloc", "main;f", number, 1);
      process.sample(
          number,
          StackSample.newBuilder()
              .setTaskContext(TaskContext.newBuilder().setIid(number).setPid((int) number))
              .setTaskContextIid(number)
              .setPrimaryDescriptor(
                  CounterDescriptor.newBuilder()
                      .setIid(number)
                      .setName("malloc")
                      .setUnit(Unit.UNIT_BYTES)
                      .setUnitMultiplier(number))
              .setCallstack(process.callstack("main;f").setIid(number))
              .setCallstackIid(number)
              .setPrimaryWeight(number));
      traces.add(trace.bytes());
    }
    return traces;
  }
}
