package dev.heapconv.batch;

import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.HeapConvException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;

/** An input of a batch, to be read. */
record FileSource(BatchInput file) implements RecordingReader.Source {

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public RecordingReader.Stat stat() throws IOException {
    if (file.problem() != null) {
      throw file.problem();
    }
    BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw HeapConvException.input(ErrorId.NOT_A_FILE, file.path().toString());
    }
    return new RecordingReader.Stat(attributes.size(), attributes.lastModifiedTime().toMillis());
  }

  @Override
  public InputStream open() throws IOException {
    return Files.newInputStream(file.path());
  }

  /** As a file, of which a zip's directory tells the members. */
  @Override
  public InputSource input() {
    return InputSource.file(file.path());
  }
}
