package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.baseline.Baseline;
import dev.stranger.baseline.Baselines;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.score.Detector;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.guard.Embeddings;
import dev.stranger.train.loop.TrainListener;
import dev.stranger.train.method.Method;
import dev.stranger.train.rkm.StRkm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How well detectors of embeddings tell anomalies: the method {@code features}, the default method
 * and baselines, over three seeds. Argument: a folder of NumPy files with the arrays {@code train},
 * {@code normal} and {@code anomaly}.
 */
public final class EmbeddingsBench {

  private static final int SEEDS = 3;
  private static final Catalogue CATALOGUE =
      new Catalogue(DataFolders.standard(null, System.getenv()));

  private EmbeddingsBench() {}

  public static void main(String[] args) throws IOException {
    RankTable table = new RankTable();
    for (Path file : files(Path.of(args[0]))) {
      String name = file.getFileName().toString().replace(".npz", "");
      MemoryDataset train = open(file, "train");
      MemoryDataset normal = open(file, "normal");
      MemoryDataset anomaly = open(file, "anomaly");
      for (Method method : List.of(new Embeddings(), new StRkm())) {
        for (int seed = 0; seed < SEEDS; seed++) {
          TrainOptions options = TrainOptions.DEFAULT.with(method).withSeed(seed);
          try (Detector detector = Trainer.fit(train, options, TrainListener.NONE).open()) {
            ToDoubleFunction<float[]> score = sample -> detector.judge(sample).score();
            table.add(name, method.key(), of(normal, score), of(anomaly, score));
          }
        }
      }
      for (Baseline baseline : Baselines.fit((Dataset) train).fitted()) {
        table.add(name, baseline.key(), of(normal, baseline::score), of(anomaly, baseline::score));
      }
    }
    table.print();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".npz")).sorted().toList();
    }
  }

  private static MemoryDataset open(Path file, String array) {
    return CATALOGUE.open(file + ":" + array, DataOptions.DEFAULT).inMemory();
  }

  private static double[] of(MemoryDataset data, ToDoubleFunction<float[]> score) {
    return IntStream.range(0, (int) data.size())
        .mapToDouble(i -> score.applyAsDouble(data.sample(i)))
        .toArray();
  }
}
