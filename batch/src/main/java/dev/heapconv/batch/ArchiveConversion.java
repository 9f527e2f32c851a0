package dev.heapconv.batch;

import dev.heapconv.batch.Conversion.Earlier;
import dev.heapconv.batch.Conversion.Sink;
import dev.heapconv.batch.Conversion.Stat;
import dev.heapconv.input.Input;
import dev.heapconv.input.InputSource;
import dev.heapconv.model.ErrorId;
import dev.heapconv.model.EstimatedProfile;
import dev.heapconv.model.HeapConvException;
import dev.heapconv.model.Warning;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts an archive whose members are inputs of their own. It is read once, from start to end.
 */
final class ArchiveConversion {

  /** Members without a profile are common in archives, and do not count as failed inputs. */
  private static final Set<ErrorId> NO_PROFILE =
      Set.of(ErrorId.NO_HEAP_PROFILE, ErrorId.UNKNOWN_FORMAT, ErrorId.NOTHING_SELECTED);

  private final Conversion conversion;
  private final BatchInput archive;
  private final Stat stat;
  private final boolean alone;
  private final Function<String, Earlier> earlier;
  private final Sink sink;
  private final Set<String> names = new HashSet<>();
  private int members;
  private int lines;
  private int seen;
  private boolean stopped;
  private @Nullable ManifestEntry withoutProfile;
  private @Nullable OutOfMemoryError shortage;

  /** The parameters are those of {@link Conversion#convert}. */
  ArchiveConversion(
      Conversion conversion,
      BatchInput archive,
      Stat stat,
      boolean alone,
      Function<String, Earlier> earlier,
      Sink sink) {
    this.conversion = conversion;
    this.archive = archive;
    this.stat = stat;
    this.alone = alone;
    this.earlier = earlier;
    this.sink = sink;
  }

  /**
   * The line of the archive itself; null if the sink wanted no more members.
   *
   * @throws OutOfMemoryError if a member needs more memory and this was not the last attempt
   */
  @Nullable ManifestEntry run(long start) {
    ManifestEntry entry = readMembers(start);
    if (shortage != null && !stopped) {
      throw shortage;
    }
    return entry;
  }

  private @Nullable ManifestEntry readMembers(long start) {
    HashedStream hashed = null;
    try (InputStream in = Files.newInputStream(archive.path())) {
      hashed = new HashedStream(in);
      InputSource.stream(archive.name(), hashed).forEachMember(conversion.limits(), this::member);
      if (stopped) {
        return null;
      }
      hashed.drain();
      return entry(hashed.hash(), start);
    } catch (IOException e) {
      return conversion.failure(archive.name(), stat, e, Conversion.hashOfRest(hashed), start);
    }
  }

  private ManifestEntry entry(String hash, long start) {
    if (lines > 0) {
      return conversion.archive(archive.name(), members, stat, hash, start);
    }
    if (withoutProfile == null) {
      HeapConvException problem =
          HeapConvException.input(ErrorId.NO_PROFILE_IN_ARCHIVE, archive.name(), seen);
      return conversion.failure(archive.name(), stat, problem, hash, start);
    }
    return conversion.failed(
        archive.name(),
        // A line of a failure has both.
        Objects.requireNonNull(withoutProfile.error(), "error"),
        Objects.requireNonNull(withoutProfile.message(), "message"),
        stat,
        hash,
        Conversion.seconds(start));
  }

  private boolean member(String member, Input input) {
    seen++;
    if (!conversion.isKnown(input)) {
      return true;
    }
    String name = archive.name() + "!" + member;
    while (!names.add(name)) {
      // An archive may contain several members of one name.
      name += "'";
    }
    Earlier before = earlier.apply(name);
    if (before != Earlier.NOT_CONVERTED) {
      lines++;
      members += before == Earlier.CONVERTED ? 1 : 0;
      return true;
    }
    ManifestEntry entry = convert(name, member, input);
    if (entry == null) {
      return true;
    }
    if (entry.error() != null && NO_PROFILE.contains(entry.error())) {
      withoutProfile = withoutProfile == null ? entry : withoutProfile;
      return true;
    }
    lines++;
    members += entry.failed() ? 0 : 1;
    stopped = !sink.accept(entry);
    return !stopped;
  }

  /** Converts a member; null if there was not enough memory and another attempt follows. */
  private @Nullable ManifestEntry convert(String name, String member, Input input) {
    long start = System.nanoTime();
    HashedStream hashed = new HashedStream(input.stream());
    try {
      EstimatedProfile profile = conversion.read(name, hashed);
      hashed.drain();
      if (input.damage() != null) {
        profile = profile.withWarning(Warning.of(ErrorId.TRUNCATED_TRACE, input.damage()));
      }
      Stat own = new Stat(hashed.count(), stat.modified());
      String stem = conversion.claimMember(archive, member, name);
      return conversion.write(name, stem, profile, own, hashed.hash(), () -> {}, start);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      String hash = Conversion.hashOfRest(hashed);
      Stat own = new Stat(hash == null ? -1 : hashed.count(), stat.modified());
      return conversion.failure(name, own, e, hash, start);
    } catch (OutOfMemoryError e) {
      if (alone) {
        return conversion.failure(name, new Stat(-1, stat.modified()), e, null, start);
      }
      shortage = e;
      return null;
    }
  }
}
