package dev.stranger.paper.experiment;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.prepare.Resize;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A folder with generated images in the place of garments and digits. */
final class SmallSets {

  private static final int SIDE = 28;

  private SmallSets() {}

  static Catalogue in(Path folder) throws IOException {
    write(folder.resolve("fashion-mnist"), "train", "sprites:size=240,seed=1");
    write(folder.resolve("fashion-mnist"), "t10k", "sprites:size=60,seed=2");
    write(folder.resolve("mnist"), "train", "strokes:size=60,seed=3");
    write(folder.resolve("mnist"), "t10k", "strokes:size=60,seed=4");
    return new Catalogue(new DataFolders(List.of(folder)));
  }

  /** Pictures of all grey colours in the place of photographs: one batch to learn from. */
  static void addPhotographs(Path folder) throws IOException {
    Path cifar10 = Files.createDirectories(folder.resolve("cifar10"));
    writePhotographs(cifar10.resolve("data_batch_1.bin"), "sprites:size=240,seed=1");
    writePhotographs(cifar10.resolve("test_batch.bin"), "sprites:size=60,seed=2");
  }

  private static void writePhotographs(Path file, String source) throws IOException {
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      generated(source, 32)
          .forEachBatch(
              1,
              batch -> {
                float[] pixels = batch.values();
                put(new float[1], out);
                for (int colour = 0; colour < 3; colour++) {
                  put(pixels, out);
                }
              });
    }
  }

  private static Dataset generated(String source, int side) {
    return new Catalogue(DataFolders.standard(null, Map.of()))
        .open(source, DataOptions.DEFAULT)
        .map(Resize.to(side, side));
  }

  private static void write(Path folder, String part, String source) throws IOException {
    Files.createDirectories(folder);
    Dataset images = generated(source, SIDE);
    int count = (int) images.size();
    try (DataOutputStream out = open(folder, part + "-images-idx3-ubyte")) {
      for (int number : new int[] {0x803, count, SIDE, SIDE}) {
        out.writeInt(number);
      }
      images.forEachBatch(count, batch -> put(batch.values(), out));
    }
    try (DataOutputStream out = open(folder, part + "-labels-idx1-ubyte")) {
      out.writeInt(0x801);
      out.writeInt(count);
      for (int i = 0; i < count; i++) {
        out.write(i % 3);
      }
    }
  }

  private static DataOutputStream open(Path folder, String name) throws IOException {
    return new DataOutputStream(Files.newOutputStream(folder.resolve(name)));
  }

  private static void put(float[] values, DataOutputStream out) {
    try {
      for (float value : values) {
        out.write(Math.round(value));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
