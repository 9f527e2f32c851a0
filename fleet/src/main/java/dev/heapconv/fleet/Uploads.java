package dev.heapconv.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The recordings of two groups of devices, by their number in {@code uploads.sql}: those of one
 * device follow each other.
 */
final class Uploads {

  private final int[] places;

  /** By the place of a device in a group: twice its number, and one more in the second group. */
  private final double[] traces;

  /** Where the recordings of a device begin. */
  private final int[] begins;

  /** Which recordings have something in common: a number for each value. */
  private final int[][] shared;

  /**
   * @param devices one more than the largest number of a device
   * @param columns how many things recordings may have in common
   */
  Uploads(SqlEngine engine, int devices, int columns) throws IOException {
    traces = new double[2 * devices];
    begins = new int[devices + 1];
    List<double[]> found = new ArrayList<>();
    StringBuilder sql = new StringBuilder("SELECT upload, place");
    for (int i = 0; i < columns; i++) {
      sql.append(", ").append(FleetQuestion.unit(i));
    }
    engine.scan(sql + " FROM uploads", upload -> found.add(upload.clone()));
    places = new int[found.size()];
    shared = new int[columns][found.size()];
    for (double[] upload : found) {
      int number = (int) upload[0];
      int place = (int) upload[1];
      places[number] = place;
      traces[place]++;
      begins[(place >> 1) + 1]++;
      for (int i = 0; i < columns; i++) {
        shared[i][number] = (int) upload[2 + i];
      }
    }
    for (int i = 0; i < devices; i++) {
      begins[i + 1] += begins[i];
    }
  }

  /** How many recordings. */
  int count() {
    return places.length;
  }

  /** One more than the largest number of a device. */
  int devices() {
    return begins.length - 1;
  }

  /** Of the device that sent a recording. */
  int place(int upload) {
    return places[upload];
  }

  /** How many recordings a device sent in a group. */
  double traces(int place) {
    return traces[place];
  }

  /** The first recording of a device, or the one after those of the device before. */
  int begin(int device) {
    return begins[device];
  }

  /** Of each recording, the number of its value of a column. */
  int[] shared(int column) {
    return shared[column];
  }
}
