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

  private static void write(Path folder, String part, String source) throws IOException {
    Files.createDirectories(folder);
    Catalogue generated = new Catalogue(DataFolders.standard(null, Map.of()));
    Dataset images = generated.open(source, DataOptions.DEFAULT).map(Resize.to(SIDE, SIDE));
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
