package dev.heapconv.writer.otlp;

import dev.heapconv.io.MessageBuffer;
import dev.heapconv.model.EstimatedHeap;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapId;
import dev.heapconv.model.HeapInfo;
import dev.heapconv.model.Label;
import dev.heapconv.model.View;
import dev.heapconv.proto.otlp.InstrumentationScope;
import dev.heapconv.proto.otlp.Profile;
import dev.heapconv.proto.otlp.ProfilesData;
import dev.heapconv.proto.otlp.Resource;
import dev.heapconv.proto.otlp.ResourceProfiles;
import dev.heapconv.proto.otlp.Sample;
import dev.heapconv.proto.otlp.ScopeProfiles;
import dev.heapconv.proto.otlp.ValueType;
import dev.heapconv.writer.ProfileWriter;
import dev.heapconv.writer.Samples;
import dev.heapconv.writer.WriteOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes one OTLP message: a resource for each process, with a profile for each view of each dump
 * of each of its heaps, over one set of tables. It is also a request to export these profiles.
 */
public final class OtlpWriter implements ProfileWriter {

  /** Go's names of views, which programs that read OTLP know. */
  private static final Map<View, String> TYPES =
      Map.of(View.OBJECTS, "inuse_objects", View.SPACE, "inuse_space");

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public boolean holdsNegatives() {
    return true;
  }

  @Override
  public void write(EstimatedProfile profile, WriteOptions options, OutputStream out)
      throws IOException {
    MessageBuffer file = new MessageBuffer(out);
    Encoder encoder = new Encoder(profile, options);
    Map<HeapId, List<EstimatedHeap>> processes = new LinkedHashMap<>();
    for (EstimatedHeap heap : profile.heaps()) {
      processes
          .computeIfAbsent(heap.info().id().ofProcess(), unused -> new ArrayList<>())
          .add(heap);
    }
    options.progress().start(profile.heaps().size());
    for (List<EstimatedHeap> heaps : processes.values()) {
      encoder.encode(heaps);
      file.add(ProfilesData.RESOURCE_PROFILES_FIELD_NUMBER, encoder.ofResource);
    }
    encoder.tables.writeTo(file);
    file.flush();
  }

  private static final class Encoder {
    private final WriteOptions options;
    private final Samples samples;
    private final OtlpTablesBuilder tables;
    private final boolean severalDumps;
    private final MessageBuffer ofResource = new MessageBuffer();
    private final MessageBuffer ofScope = new MessageBuffer();
    private final MessageBuffer ofProfile = new MessageBuffer();
    private final MessageBuffer sample = new MessageBuffer();
    private final MessageBuffer message = new MessageBuffer();

    Encoder(EstimatedProfile profile, WriteOptions options) throws IOException {
      this.options = options;
      samples = new Samples(profile.stacks(), true);
      tables = new OtlpTablesBuilder(profile.stacks(), samples.trimmed());
      severalDumps = profile.holdsSeveralDumps();
    }

    /** Encodes the heaps of a process. */
    void encode(List<EstimatedHeap> heaps) throws IOException {
      HeapInfo process = heaps.get(0).info();
      if (!process.process().isEmpty()) {
        addToResource(new Label("service.name", process.id().process().program(), 0, ""));
        addToResource(new Label("process.executable.name", process.process(), 0, ""));
      }
      if (process.pid() >= 0) {
        addToResource(new Label("process.pid", null, process.pid(), ""));
      }
      ofResource.add(ResourceProfiles.RESOURCE_FIELD_NUMBER, sample);
      int version = options.tool().lastIndexOf(' ') + 1;
      message.add(
          InstrumentationScope.NAME_FIELD_NUMBER,
          options.tool().substring(0, Math.max(0, version - 1)));
      message.add(InstrumentationScope.VERSION_FIELD_NUMBER, options.tool().substring(version));
      ofScope.add(ScopeProfiles.SCOPE_FIELD_NUMBER, message);
      for (EstimatedHeap heap : heaps) {
        encode(heap);
        options.progress().advance(1);
      }
      ofResource.add(ResourceProfiles.SCOPE_PROFILES_FIELD_NUMBER, ofScope);
    }

    private void addToResource(Label attribute) throws IOException {
      tables.putKeyValue(attribute, message);
      sample.add(Resource.ATTRIBUTES_FIELD_NUMBER, message);
    }

    private void encode(EstimatedHeap heap) throws IOException {
      List<Label> attributes = new ArrayList<>();
      attributes.add(new Label("heapconv.heap", heap.info().heap(), 0, ""));
      if (severalDumps) {
        attributes.add(new Label("heapconv.dump", null, heap.info().dump().number(), ""));
      }
      for (View view : heap.views()) {
        samples.set(heap, view);
        putType(TYPES.getOrDefault(view, view.name()), view.unit());
        ofProfile.add(Profile.SAMPLE_TYPE_FIELD_NUMBER, message);
        for (int i = 0; i < samples.count(); i++) {
          if (samples.value(i) != 0) {
            putSample(i);
          }
        }
        putCapture(heap.info());
        putAttributes(Profile.ATTRIBUTE_INDICES_FIELD_NUMBER, attributes, ofProfile);
        ofScope.add(ScopeProfiles.PROFILES_FIELD_NUMBER, ofProfile);
      }
    }

    private void putType(String type, String unit) throws IOException {
      message.add(ValueType.TYPE_STRINDEX_FIELD_NUMBER, tables.string(type));
      message.add(ValueType.UNIT_STRINDEX_FIELD_NUMBER, tables.string(unit));
    }

    private void putSample(int i) throws IOException {
      sample.add(Sample.STACK_INDEX_FIELD_NUMBER, tables.stack(samples.stack(i)));
      putAttributes(Sample.ATTRIBUTE_INDICES_FIELD_NUMBER, samples.labels(i), sample);
      message.appendVarint(samples.value(i));
      sample.add(Sample.VALUES_FIELD_NUMBER, message);
      ofProfile.add(Profile.SAMPLES_FIELD_NUMBER, sample);
    }

    private void putAttributes(int field, List<Label> labels, MessageBuffer target)
        throws IOException {
      for (Label label : labels) {
        message.appendVarint(tables.attribute(label));
      }
      if (message.size() > 0) {
        target.add(field, message);
      }
    }

    /** Profiles begin at their time and last until the dump. */
    private void putCapture(HeapInfo info) throws IOException {
      long duration = Math.min(info.dump().durationNanos(), info.dump().timeNanos());
      ofProfile.addFixed64(Profile.TIME_UNIX_NANO_FIELD_NUMBER, info.dump().timeNanos() - duration);
      ofProfile.add(Profile.DURATION_NANO_FIELD_NUMBER, duration);
      if (info.samplingInterval() > 0) {
        putType("allocated_bytes", "bytes");
        ofProfile.add(Profile.PERIOD_TYPE_FIELD_NUMBER, message);
        ofProfile.add(Profile.PERIOD_FIELD_NUMBER, info.samplingInterval());
      }
    }
  }
}
