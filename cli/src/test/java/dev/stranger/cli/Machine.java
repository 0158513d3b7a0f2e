package dev.stranger.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Recordings of a machine with four sensors, by the seed, and faults at known times. */
record Machine(double[][] values) {

  static final int CHANNELS = 4;

  static Machine run(int steps, long seed) {
    Random random = new Random(seed);
    double[][] values = new double[steps][CHANNELS];
    double load = 0;
    for (int t = 0; t < steps; t++) {
      load = 0.95 * load + 0.05 * random.nextGaussian();
      double turn = Math.sin(2 * Math.PI * t / 25);
      values[t][0] = turn + load;
      values[t][1] = 20 + 2 * Math.cos(2 * Math.PI * t / 100);
      values[t][2] = 0.5 * Math.sin(2 * Math.PI * t / 10);
      values[t][3] = 5 - turn + 0.5 * load;
      for (int channel = 0; channel < CHANNELS; channel++) {
        values[t][channel] += 0.1 * random.nextGaussian();
      }
    }
    return new Machine(values);
  }

  Machine spike(int at, int channel) {
    values[at][channel] += 15;
    return this;
  }

  Machine dropout(int from, int to, int channel) {
    for (int t = from; t < to; t++) {
      values[t][channel] = 0;
    }
    return this;
  }

  Machine frequency(int from, int to, int channel) {
    for (int t = from; t < to; t++) {
      values[t][channel] = 0.5 * Math.sin(2 * Math.PI * t / 5);
    }
    return this;
  }

  Machine swap(int from, int to, int one, int other) {
    for (int t = from; t < to; t++) {
      double kept = values[t][one];
      values[t][one] = values[t][other];
      values[t][other] = kept;
    }
    return this;
  }

  Machine drift(int from, int to, int channel) {
    for (int t = from; t < to; t++) {
      values[t][channel] += 4.0 * (t - from) / (to - from);
    }
    return this;
  }

  /** A row a minute. */
  Path write(Path file) throws IOException {
    StringBuilder text = new StringBuilder("time,turn,heat,shake,flow\n");
    for (int t = 0; t < values.length; t++) {
      text.append("2024-03-%02dT%02d:%02d:00".formatted(1 + t / 1440, t / 60 % 24, t % 60));
      for (double value : values[t]) {
        text.append(',').append((float) value);
      }
      text.append('\n');
    }
    return Files.writeString(file, text);
  }
}
