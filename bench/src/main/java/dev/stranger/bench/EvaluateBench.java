package dev.stranger.bench;

import dev.stranger.Dataset;
import dev.stranger.data.DataOptions;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.DataFolders;
import dev.stranger.evaluate.Evaluator;
import dev.stranger.evaluate.Findings;
import dev.stranger.prepare.Preparation;
import dev.stranger.report.Report;
import dev.stranger.score.Detector;
import dev.stranger.score.Metadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An evaluation of 10,000 normal samples (Fashion-MNIST test) against 737,280 strangers (dSprites):
 * judging, then all metrics and the report. Claim: metrics and report take under 5 s, judging
 * nearly all the time, and no sample stays in memory: {@code JAVA_TOOL_OPTIONS=-Xmx256m} is enough.
 * Argument: a detector of 1x28x28.
 */
public final class EvaluateBench {

  private EvaluateBench() {}

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    Catalogue catalogue = new Catalogue(DataFolders.standard(null, System.getenv()));
    Metadata metadata;
    try (Detector detector = Detector.open(file)) {
      metadata = detector.metadata();
    }
    AtomicLong judgedAt = new AtomicLong();
    Evaluator evaluator =
        new Evaluator(
            open(catalogue, "fashion-mnist:test", metadata),
            List.of(open(catalogue, "dsprites", metadata)),
            List.of(),
            more -> judgedAt.set(System.nanoTime()));
    Path folder = Files.createTempDirectory("evaluate-bench");
    long start = System.nanoTime();
    Findings findings = evaluator.evaluate(List.of(file));
    Report.write(findings, folder);
    double judging = (judgedAt.get() - start) / 1e9;
    double rest = (System.nanoTime() - judgedAt.get()) / 1e9;
    System.out.printf(
        "%,d samples in a heap of at most %,d MB: judging %.1f s (%,.0f a second), metrics and"
            + " report %.2f s, %.1f %% of all%n",
        evaluator.samples(),
        Runtime.getRuntime().maxMemory() >> 20,
        judging,
        evaluator.samples() / judging,
        rest,
        100 * rest / (judging + rest));
  }

  private static Dataset open(Catalogue catalogue, String data, Metadata metadata) {
    return Preparation.toFit(
        catalogue.open(data, DataOptions.DEFAULT), metadata.shape(), metadata.range());
  }
}
