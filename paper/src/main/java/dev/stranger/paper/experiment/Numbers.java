package dev.stranger.paper.experiment;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Lists of numbers in files of the {@link Cache}. */
final class Numbers {

  private Numbers() {}

  static void write(double[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (double number : numbers) {
      out.writeDouble(number);
    }
  }

  static double[] read(DataInputStream in) throws IOException {
    double[] numbers = new double[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readDouble();
    }
    return numbers;
  }

  static void write(float[] numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.length);
    for (float number : numbers) {
      out.writeFloat(number);
    }
  }

  static float[] readFloats(DataInputStream in) throws IOException {
    float[] numbers = new float[in.readInt()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = in.readFloat();
    }
    return numbers;
  }
}
