package dev.heapconv.cli;

import dev.heapconv.fleet.DuckDbTables;
import dev.heapconv.fleet.FleetLabels;
import dev.heapconv.io.TouchedFiles;
import java.io.IOException;

/** What is known of recordings beside what they say themselves. */
final class LabelsOption extends OptionGroup {

  private final Argument<String> labels;

  LabelsOption() {
    labels =
        text(
            Heading.FLEETS,
            "--labels FILE",
            "CSV file with what you know of inputs. The first column is input or device; device,"
                + " date, package, version_name, version_code, build and weight fill the columns of"
                + " TABLE, all other columns are labels.");
  }

  Argument<String> file() {
    return labels;
  }

  /** Adds the file that is read. */
  void addTo(TouchedFiles files) {
    if (labels.isGiven()) {
      files.read(FileNames.path(labels.required()));
    }
  }

  /** Reads the labels if there are any. */
  FleetLabels read(DuckDbTables engine) throws IOException {
    return labels.isGiven()
        ? FleetLabels.read(engine, FileNames.path(labels.required()), labels.required())
        : FleetLabels.NONE;
  }
}
