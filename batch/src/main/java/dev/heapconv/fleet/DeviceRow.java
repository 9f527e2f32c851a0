package dev.heapconv.fleet;

import dev.heapconv.query.DeviceFigures;
import dev.heapconv.unskew.Estimate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the devices have of a row, as bytes. */
final class DeviceRow {

  private DeviceRow() {}

  static byte[] bytes(DeviceFigures.Row figures) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(figures.devices());
    write(figures.share(), out);
    for (DeviceFigures.Numbers view : figures.views()) {
      write(view.mean(), out);
      out.writeDouble(view.p50());
      out.writeDouble(view.p95());
    }
    return bytes.toByteArray();
  }

  private static void write(Estimate estimate, DataOutputStream out) throws IOException {
    out.writeDouble(estimate.value());
    out.writeDouble(estimate.low());
    out.writeDouble(estimate.high());
    out.writeDouble(estimate.modelLow());
    out.writeDouble(estimate.modelHigh());
  }

  static DeviceFigures.Row of(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int devices = in.readInt();
    Estimate share = readEstimate(in);
    List<DeviceFigures.Numbers> views = new ArrayList<>();
    for (int view = 0; view < FleetPart.VIEWS; view++) {
      Estimate mean = readEstimate(in);
      double p50 = in.readDouble();
      views.add(new DeviceFigures.Numbers(mean, p50, in.readDouble()));
    }
    return new DeviceFigures.Row(devices, share, views);
  }

  private static Estimate readEstimate(DataInputStream in) throws IOException {
    double value = in.readDouble();
    double low = in.readDouble();
    double high = in.readDouble();
    double modelLow = in.readDouble();
    return new Estimate(value, low, high, modelLow, in.readDouble());
  }
}
