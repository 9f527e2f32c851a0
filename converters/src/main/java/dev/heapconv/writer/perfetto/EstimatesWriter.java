package dev.heapconv.writer.perfetto;

import dev.heapconv.model.CaptureInfo;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.View;
import dev.heapconv.output.MessageBuffer;
import dev.heapconv.proto.perfetto.SystemInfo;
import dev.heapconv.proto.perfetto.TraceConfig;
import dev.heapconv.proto.perfetto.TracePacket;
import dev.heapconv.reader.perfetto.EstimatesTrace;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a trace as heapprofd would have recorded it if it had seen every allocation, as far as the
 * estimates say: for viewers that show what a trace contains.
 */
public final class EstimatesWriter implements ProfileWriter {

  /** The heap that goes on with its next dump. */
  private record Ongoing(HeapSequence sequence, int dump) {}

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    requireViews(profile);
    PacketStream packets = new PacketStream(out);
    TraceTimes times = new TraceTimes(profile.heaps());
    Processes processes = new Processes(profile.heaps());
    FrameForms forms = new FrameForms(profile);
    writeConfig(packets);
    times.writeTo(packets);
    writeSystem(profile.capture(), packets);
    processes.writeTo(packets);
    Map<List<Object>, Ongoing> heaps = new HashMap<>();
    int sequences = 0;
    for (EstimatedHeap heap : profile.heaps()) {
      if (HeapSequence.held(heap.views()).isEmpty()) {
        continue;
      }
      HeapInfo info = heap.info();
      Ongoing ongoing = heaps.get(info.series());
      // Several recordings may have dumps of one heap.
      HeapSequence sequence =
          ongoing != null && ongoing.dump < info.dump()
              ? ongoing.sequence
              : new HeapSequence(
                  ++sequences,
                  processes.pid(info),
                  times,
                  new InternedStacks(profile.stacks(), forms),
                  packets);
      sequence.write(heap);
      heaps.put(info.series(), new Ongoing(sequence, info.dump()));
    }
    forms.symbols().writeTo(packets);
    packets.flush();
  }

  @Override
  public String leftOut(EstimatedProfile profile, WriteOptions options) {
    Set<String> leftOut = new LinkedHashSet<>();
    for (EstimatedHeap heap : profile.heaps()) {
      List<View> views = new ArrayList<>(heap.views());
      views.removeAll(HeapSequence.held(heap.views()));
      for (View view : views) {
        leftOut.add(view.name() + " of " + heap.info().heap());
      }
    }
    return String.join(", ", leftOut);
  }

  private static void requireViews(EstimatedProfile profile) throws HeapConvException {
    List<View> views = profile.views();
    if (!profile.heaps().isEmpty() && Collections.disjoint(views, View.ALL)) {
      throw HeapConvException.input(
          ErrorId.NO_SUCH_VIEW,
          profile.capture().source(),
          View.SPACE.name(),
          String.join(", ", views.stream().map(View::name).toList()));
    }
  }

  private static void writeConfig(PacketStream packets) throws IOException {
    MessageBuffer config = new MessageBuffer();
    config.add(TraceConfig.UNIQUE_SESSION_NAME_FIELD_NUMBER, EstimatesTrace.SESSION);
    packets.write(TracePacket.TRACE_CONFIG_FIELD_NUMBER, config);
  }

  private static void writeSystem(CaptureInfo capture, PacketStream packets) throws IOException {
    MessageBuffer system = new MessageBuffer();
    String device = capture.device();
    if (device.indexOf('/') >= 0 && device.indexOf(' ') < 0) {
      system.add(SystemInfo.ANDROID_BUILD_FINGERPRINT_FIELD_NUMBER, device);
    } else if (!device.isEmpty()) {
      MessageBuffer name = new MessageBuffer();
      name.add(SystemInfo.Utsname.SYSNAME_FIELD_NUMBER, device);
      system.add(SystemInfo.UTSNAME_FIELD_NUMBER, name);
    }
    system.add(SystemInfo.TRACING_SERVICE_VERSION_FIELD_NUMBER, capture.producer());
    if (system.size() > 0) {
      packets.write(TracePacket.SYSTEM_INFO_FIELD_NUMBER, system);
    }
  }
}
