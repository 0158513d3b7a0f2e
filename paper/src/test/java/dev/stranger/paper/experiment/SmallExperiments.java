package dev.stranger.paper.experiment;

import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.paper.MethodName;
import dev.stranger.paper.PaperTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Experiments of seconds, on sets of a few samples. */
record SmallExperiments(Path folder, Catalogue catalogue) {

  static final Effort TINY =
      new Effort(
          200,
          50,
          2,
          2,
          BaselineEpochs.parse("1"),
          false,
          8,
          2,
          new Effort.Sweep(List.of(10, 100), List.of(1, 9)));

  static SmallExperiments in(Path folder) throws IOException {
    return new SmallExperiments(folder, SmallSets.in(folder.resolve("data")));
  }

  /** Two seeds of some rows against digits. */
  static PaperOptions options(Set<PaperTable> tables, MethodName... methods) {
    return new PaperOptions(
        tables, false, false, Set.of(methods), List.of("mnist"), 2, TINY, "cpu", 0.1, null);
  }

  Outcome run(PaperOptions options, ExperimentListener listener) {
    return run(options, "cache", 1, listener);
  }

  Outcome run(PaperOptions options, String cache, int atOnce, ExperimentListener listener) {
    return new Experiments(options, catalogue, new Cache(folder.resolve(cache)), atOnce, listener)
        .run("test");
  }

  /** What the usual cache has of a kind. */
  List<String> files(String kind) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache").resolve(kind))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
