package dev.stranger.score;

import java.nio.file.Path;

/** A program that opens a detector twice, and prints what goes wrong. */
final class OpenTwice {

  private OpenTwice() {}

  public static void main(String[] args) {
    for (Device device : new Device[] {Device.CPU, Device.AUTO}) {
      try {
        Detector.open(Path.of(args[0]), OpenOptions.DEFAULT.with(device)).close();
      } catch (Throwable e) {
        System.out.println(e);
      }
    }
  }
}
