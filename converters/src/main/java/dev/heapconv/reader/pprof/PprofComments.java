package dev.heapconv.reader.pprof;

import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.Warning;
import dev.heapconv.unskew.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The comments of a file, the only place where they are understood. Those of this program say how
 * the numbers were made; when another program has saved a file again, nothing else does.
 */
final class PprofComments {

  private static final Pattern WARNING = Pattern.compile("warning \\(([a-z-]+)\\): (.*)");
  private static final String TOOL = "heapconv ";
  private static final String DEVICE = "device: ";
  private static final String PRODUCER = "recorded by: ";
  private static final String AS_RECORDED = "numbers are as recorded (unskew none)";
  private static final String SUM = "sum of ";
  private static final String SUM_BY_NAME = "processes with the same name are added";

  /** Whether this program wrote the file, as far as comments tell. */
  final boolean own;

  /** Empty if unknown, like {@link #producer}. */
  final String device;

  final String producer;

  /** What the recording lacks that the file was made from; other problems are remarks. */
  final List<Warning> losses = new ArrayList<>();

  /** On the numbers, one sentence each. */
  private final List<String> remarks = new ArrayList<>();

  PprofComments(PprofContent content) {
    boolean tool = false;
    String ofDevice = "";
    String ofProducer = "";
    for (long comment : content.comments) {
      String text = content.string(comment);
      Matcher warning = WARNING.matcher(text);
      ErrorId id = warning.matches() ? ErrorId.ofWireName(warning.group(1)).orElse(null) : null;
      if (id != null && id.isLoss()) {
        losses.add(new Warning(id, warning.group(2)));
      } else if (text.startsWith(TOOL)) {
        tool = true;
      } else if (text.startsWith(DEVICE)) {
        ofDevice = text.substring(DEVICE.length());
      } else if (text.startsWith(PRODUCER)) {
        ofProducer = text.substring(PRODUCER.length());
      } else if (!text.isEmpty() && !text.startsWith(EstimatedProfile.COMMENT_OF_DUMPS)) {
        remarks.add(text);
      }
    }
    own = tool;
    device = ofDevice;
    producer = ofProducer;
  }

  private boolean isSaid(String beginning) {
    return remarks.stream().anyMatch(remark -> remark.startsWith(beginning));
  }

  /** Whether the numbers are no estimates. */
  boolean isAsRecorded() {
    return isSaid(AS_RECORDED);
  }

  /**
   * Whether the sampling interval bounds the error of bytes: it does only under some schemes, and
   * only if each number comes from one recording.
   */
  boolean isBounded() {
    return isSaid(EstimatedProfile.COMMENT_OF_SCHEME)
        && !isAsRecorded()
        && !isSaid(SUM)
        && !isSaid(SUM_BY_NAME)
        && remarks.stream()
            .filter(remark -> remark.startsWith(EstimatedProfile.COMMENT_OF_SCHEME))
            .map(remark -> remark.substring(EstimatedProfile.COMMENT_OF_SCHEME.length()))
            .allMatch(
                scheme ->
                    scheme.startsWith(Scheme.WEIGHTED.toString())
                        || scheme.startsWith(Scheme.SCALED.toString()));
  }

  /**
   * The remarks on the numbers.
   *
   * @param estimatedAgain whether all heaps will be, for a confidence level of their own: then what
   *     estimation says is left out
   */
  List<String> remarks(boolean estimatedAgain) {
    return remarks.stream()
        .filter(
            remark ->
                !estimatedAgain
                    || !(remark.startsWith(EstimatedProfile.COMMENT_OF_SCHEME)
                        || remark.startsWith(EstimatedProfile.COMMENT_OF_SIZES)))
        .toList();
  }
}
