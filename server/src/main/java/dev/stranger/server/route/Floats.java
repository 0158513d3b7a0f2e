package dev.stranger.server.route;

import java.util.Arrays;

/** Numbers of a request, as they are read. */
final class Floats {

  private float[] values = new float[64];
  private int size;

  void add(float value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  float[] toArray() {
    return size == values.length ? values : Arrays.copyOf(values, size);
  }
}
