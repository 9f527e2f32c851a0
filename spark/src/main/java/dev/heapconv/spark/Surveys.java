package dev.heapconv.spark;

import dev.heapconv.fleet.FleetBreakdown;
import dev.heapconv.fleet.FleetSurvey;
import dev.heapconv.fleet.RecordingNumbers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;

/** Makes surveys of some parts each on executors, and adds them up. */
final class Surveys {

  private Surveys() {}

  /**
   * Surveys all parts.
   *
   * @param parts rows of input and part
   * @param numbers of the recordings
   */
  static FleetSurvey of(
      JavaRDD<Row> parts, FleetBreakdown breakdown, Broadcast<RecordingNumbers> numbers)
      throws IOException {
    JavaRDD<byte[]> surveys = parts.mapPartitions(new OfParts(breakdown, numbers));
    // The driver gets few and adds up one at a time: each may hold most functions of the fleet.
    int few = (int) Math.ceil(Math.sqrt(surveys.getNumPartitions()));
    Iterator<byte[]> last =
        surveys.repartition(few).mapPartitions(new OfSurveys(breakdown)).toLocalIterator();
    return sum(breakdown, last);
  }

  private static FleetSurvey sum(FleetBreakdown breakdown, Iterator<byte[]> surveys)
      throws IOException {
    FleetSurvey sum = new FleetSurvey(breakdown);
    while (surveys.hasNext()) {
      sum.addAll(new ByteArrayInputStream(surveys.next()));
    }
    return sum;
  }

  private static Iterator<byte[]> bytes(FleetSurvey survey) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    survey.write(bytes);
    return List.of(bytes.toByteArray()).iterator();
  }

  private static final class OfParts implements FlatMapFunction<Iterator<Row>, byte[]> {
    private static final long serialVersionUID = 1;

    private final FleetBreakdown breakdown;
    private final Broadcast<RecordingNumbers> numbers;

    OfParts(FleetBreakdown breakdown, Broadcast<RecordingNumbers> numbers) {
      this.breakdown = breakdown;
      this.numbers = numbers;
    }

    @Override
    public Iterator<byte[]> call(Iterator<Row> parts) throws IOException {
      FleetSurvey survey = new FleetSurvey(breakdown);
      while (parts.hasNext()) {
        Row part = parts.next();
        String input = StoredParts.input(part);
        try {
          survey.add(numbers.value().number(input), StoredParts.content(part));
        } catch (IOException e) {
          throw StoredParts.unreadable(part, e);
        }
      }
      return bytes(survey);
    }
  }

  private static final class OfSurveys implements FlatMapFunction<Iterator<byte[]>, byte[]> {
    private static final long serialVersionUID = 1;

    private final FleetBreakdown breakdown;

    OfSurveys(FleetBreakdown breakdown) {
      this.breakdown = breakdown;
    }

    @Override
    public Iterator<byte[]> call(Iterator<byte[]> surveys) throws IOException {
      return bytes(sum(breakdown, surveys));
    }
  }
}
