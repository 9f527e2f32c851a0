package dev.heapconv.deobfuscate;

import com.android.tools.r8.Diagnostic;
import com.android.tools.r8.DiagnosticsHandler;
import com.android.tools.r8.references.ClassReference;
import com.android.tools.r8.references.Reference;
import com.android.tools.r8.retrace.ProguardMapProducer;
import com.android.tools.r8.retrace.ProguardMappingSupplier;
import com.android.tools.r8.retrace.RetraceFrameElement;
import com.android.tools.r8.retrace.RetraceFrameResult;
import com.android.tools.r8.retrace.RetraceStackTraceContext;
import com.android.tools.r8.retrace.RetracedMethodReference;
import com.android.tools.r8.retrace.RetracedSingleFrame;
import com.android.tools.r8.retrace.RetracedSourceFile;
import com.android.tools.r8.retrace.Retracer;
import dev.heapconv.model.SourceLine;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The original names of one class, as R8's own Retrace finds them. */
final class R8Retrace {

  /** The default methods print. */
  private static final DiagnosticsHandler SILENT =
      new DiagnosticsHandler() {
        @Override
        public void error(Diagnostic error) {}

        @Override
        public void warning(Diagnostic warning) {}

        @Override
        public void info(Diagnostic info) {}
      };

  private final ClassReference reference;
  private final Retracer retracer;
  private final String original;

  R8Retrace(String obfuscated, String map) {
    reference = Reference.classFromTypeName(obfuscated);
    retracer =
        ProguardMappingSupplier.builder()
            .setProguardMapProducer(ProguardMapProducer.fromString(map))
            .setLoadAllDefinitions(true)
            .build()
            .createRetracer(SILENT);
    original =
        retracer.retraceClass(reference).stream()
            .map(found -> found.getRetracedClass().getTypeName())
            .findFirst()
            .orElse(obfuscated);
  }

  /**
   * What a method is called.
   *
   * @param recorded its file and line
   * @return the functions that it stands for, innermost first
   */
  List<SourceLine> functions(String method, SourceLine recorded) {
    List<List<SourceLine>> found = frames(method, recorded);
    return SourceLine.anyOf(found.isEmpty() ? methods(method, recorded) : found);
  }

  /** What the line decides on; empty if it is unknown or the map does not have it. */
  private List<List<SourceLine>> frames(String method, SourceLine recorded) {
    OptionalInt line = recorded.line() > 0 ? OptionalInt.of(recorded.line()) : OptionalInt.empty();
    RetraceFrameResult result =
        retracer.retraceFrame(RetraceStackTraceContext.empty(), line, reference, method);
    List<List<SourceLine>> found = new ArrayList<>();
    // Without a line, R8 9.5 repeats the first of several methods instead of listing all.
    if (line.isPresent() || !result.isAmbiguous()) {
      result.forEach(
          element -> {
            if (!element.isUnknown()) {
              found.add(chain(element, recorded));
            }
          });
    }
    return found;
  }

  private List<SourceLine> chain(RetraceFrameElement element, SourceLine recorded) {
    List<SourceLine> chain = new ArrayList<>();
    element.forEachRewritten(frame -> chain.add(function(frame, recorded)));
    if (chain.isEmpty()) {
      // R8 would leave out this frame, which the compiler made; the stack still has it.
      element.forEach(frame -> chain.add(function(frame, recorded)));
    }
    return chain;
  }

  private SourceLine function(RetracedSingleFrame frame, SourceLine recorded) {
    RetracedMethodReference method = frame.getMethodReference();
    int line = method.getOriginalPositionOrDefault(recorded.line());
    return function(method, frame.getSourceFile(), line, recorded);
  }

  /** All methods of a name, without what is inlined into them. */
  private List<List<SourceLine>> methods(String method, SourceLine recorded) {
    List<List<SourceLine>> found = new ArrayList<>();
    retracer
        .retraceClass(reference)
        .lookupMethod(method)
        .forEach(
            element ->
                found.add(
                    List.of(
                        function(
                            element.getRetracedMethod(),
                            element.getSourceFile(),
                            recorded.line(),
                            recorded))));
    return found;
  }

  private SourceLine function(
      RetracedMethodReference method, RetracedSourceFile source, int line, SourceLine recorded) {
    String holder = method.getHolderClass().getTypeName();
    String file = source.hasRetraceResult() ? source.getSourceFile() : null;
    if (file == null) {
      file = holder.equals(original) ? recorded.file() : "";
    }
    return new SourceLine(holder + "." + method.getMethodName(), file, line);
  }
}
