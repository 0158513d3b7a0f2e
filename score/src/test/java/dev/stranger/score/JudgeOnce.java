package dev.stranger.score;

import java.nio.file.Path;

/** A program that opens a detector of the plane and judges a point: its arguments. */
final class JudgeOnce {

  private JudgeOnce() {}

  public static void main(String[] args) {
    try (Detector detector = Detector.open(Path.of(args[0]))) {
      float[] point = {Float.parseFloat(args[1]), Float.parseFloat(args[2])};
      System.out.println(detector.judge(point).score());
    }
  }
}
