package dev.stranger.bench;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Luma;
import dev.stranger.prepare.Resize;
import dev.stranger.prepare.Scale;
import java.util.function.Supplier;

/**
 * How fast the named sets are read; needs STRANGER_DATA. Claims: Fashion-MNIST train is in memory
 * in under 2 s; SVHN and dSprites stream through luma and resize to 28x28.
 */
public final class DataReadBench {

  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  private DataReadBench() {}

  public static void main(String[] args) {
    time("fashion-mnist:train into memory, the first time", () -> inMemory("fashion-mnist:train"));
    time("fashion-mnist:train into memory, once more", () -> inMemory("fashion-mnist:train"));
    for (int round = 0; round < 3; round++) {
      time("svhn, luma, 28x28", () -> resized("svhn"));
    }
    time("dsprites, 28x28", () -> resized("dsprites"));
  }

  private static Dataset open(String data) {
    return CATALOGUE.open(data, DataOptions.DEFAULT);
  }

  private static long inMemory(String data) {
    return open(data).map(Scale.toUnit()).inMemory().size();
  }

  private static long resized(String data) {
    Dataset set = open(data).map(Luma.GREY).map(Resize.to(28, 28)).map(Scale.toUnit());
    float[] sample = new float[set.shape().size()];
    long count = 0;
    try (Cursor cursor = set.open()) {
      while (cursor.next(sample, 0)) {
        count++;
      }
    }
    return count;
  }

  private static void time(String what, Supplier<Long> work) {
    long start = System.nanoTime();
    long images = work.get();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("%-50s %6.2f s %,10.0f images/s%n", what, seconds, images / seconds);
  }
}
