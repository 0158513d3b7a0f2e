package dev.stranger.stream;

import dev.stranger.calibrate.DriftMonitor;
import dev.stranger.calibrate.DriftState;
import dev.stranger.score.Detector;
import dev.stranger.score.OpenOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A record of the test streams: what a device measures, for the detector of the tests. */
public record Reading(String device, long number, float[] values) {

  static final DetectorSource DETECTOR = DetectorSource.of(file("table.onnx"));
  static final Sampler<Reading> VALUES = (reading, preparation) -> reading.values();
  static final Judge<Reading> JUDGE = new Judge<>(DETECTOR, VALUES);

  /** Small enough for tests: alarms come some records after a drift. */
  static final DriftOptions DRIFT = new DriftOptions(10_000, 20);

  /** How many records a test stream has. */
  static final int RECORDS = 1_800;

  static byte[] file(String name) {
    try (InputStream in = Detector.class.getResourceAsStream("format-1/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Detector openDetector() {
    return Detector.open(file("table.onnx"), OpenOptions.DEFAULT.withThreads(1));
  }

  static Reading normal(String device, long number) {
    Random random = new Random(number);
    return new Reading(
        device,
        number,
        new float[] {
          (float) (20 + 0.3 * random.nextGaussian()),
          (float) (10 + 0.15 * random.nextGaussian()),
          (float) (1000 + 9 * random.nextGaussian())
        });
  }

  static Reading strange(String device, long number) {
    float[] values = normal(device, number).values();
    return new Reading(device, number, new float[] {values[0] + 10, values[1] - 5, values[2]});
  }

  static Reading broken(String device, long number) {
    return new Reading(device, number, new float[] {20, Float.NaN, 1000});
  }

  /**
   * Record number i of a stream of three devices. Of these, "a" drifts from record 900 on and "b"
   * from record 1,350 on.
   */
  static Reading ofStream(long i) {
    String device = String.valueOf((char) ('a' + i % 3));
    boolean drifts = device.equals("a") && i >= 900 || device.equals("b") && i >= 1_350;
    return drifts ? strange(device, i) : normal(device, i);
  }

  /** The first alarm of each device, by monitors in a plain loop. */
  static Set<DriftAlarm<String>> plainAlarms(List<Reading> readings, DriftOptions options) {
    Map<String, DriftMonitor> monitors = new HashMap<>();
    Set<DriftAlarm<String>> alarms = new HashSet<>();
    Set<String> drifted = new HashSet<>();
    try (Detector detector = openDetector()) {
      for (Reading reading : readings) {
        DriftMonitor monitor =
            monitors.computeIfAbsent(
                reading.device(),
                device ->
                    detector.endlessDriftMonitor(options.samplesToFalseAlarm(), options.window()));
        DriftState state = monitor.add(detector.judge(reading.values()));
        if (state.drifted() && (options.again() || drifted.add(reading.device()))) {
          alarms.add(DriftAlarm.of(reading.device(), state));
          monitors.remove(reading.device());
        }
      }
    }
    return alarms;
  }
}
