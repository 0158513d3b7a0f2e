package dev.stranger.paper.experiment;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.metric.ScoreComparison;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons as a table of text, to be kept in a repository: what took hours of a GPU outlives the
 * machine and its {@link Cache}. A line has all metrics of one score, as shares, and the digest
 * that names the comparison in the cache; the scores for pictures are not in it. Thread-safe.
 */
public final class KeptComparisons {

  private static final String PUBLISHED_RATIO = "aupr_in_published_ratio";

  private static final Comparator<Names> ORDER =
      Comparator.comparing(Names::model)
          .thenComparing(Names::seed)
          .thenComparing(Names::in)
          .thenComparing(Names::out);

  /** Whose comparison it is, for people. */
  record Names(String model, long seed, String in, String out) {}

  private record Kept(Names names, Comparison comparison) {}

  private final @Nullable Path file;
  private final Map<String, Kept> byDigest = new ConcurrentHashMap<>();

  private KeptComparisons(@Nullable Path file) {
    this.file = file;
  }

  /** Those that nobody keeps. */
  public static KeptComparisons nowhere() {
    return new KeptComparisons(null);
  }

  /**
   * @param file need not be there yet
   * @throws DataException when it holds something else, or cannot be written
   */
  public static KeptComparisons in(Path file) {
    CompleteFile.requireWritable(file);
    KeptComparisons kept = new KeptComparisons(file);
    if (Files.exists(file)) {
      kept.read(file);
    }
    return kept;
  }

  boolean has(String digest) {
    return byDigest.containsKey(digest);
  }

  /** One that is there. */
  Comparison get(String digest) {
    return byDigest.get(digest).comparison();
  }

  void add(String digest, Names names, Comparison comparison) {
    byDigest.put(digest, new Kept(names, comparison.withoutPictures()));
  }

  /** Writes the file, what was in it before included. */
  void save() {
    if (file != null && !byDigest.isEmpty()) {
      CompleteFile.write(file, this::write);
    }
  }

  private void write(OutputStream out) throws IOException {
    CsvWriter csv = CsvWriter.builder().build(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    List<String> head =
        new ArrayList<>(List.of("model", "seed", "in", "out", "score", "epochs", "device"));
    head.addAll(Comparison.METRICS);
    head.addAll(List.of(PUBLISHED_RATIO, "digest"));
    csv.writeRecord(head);
    byDigest.entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<String, Kept> kept) -> kept.getValue().names(), ORDER)
                .thenComparing(Map.Entry::getKey))
        .forEach(kept -> write(kept.getKey(), kept.getValue(), csv));
    csv.flush();
  }

  private static void write(String digest, Kept kept, CsvWriter csv) {
    Names names = kept.names();
    Comparison comparison = kept.comparison();
    comparison
        .scores()
        .forEach(
            (score, line) -> {
              List<String> fields =
                  new ArrayList<>(
                      List.of(
                          names.model(),
                          Long.toString(names.seed()),
                          names.in(),
                          names.out(),
                          score,
                          Integer.toString(comparison.epochs()),
                          comparison.device()));
              Comparison.METRICS.stream()
                  .map(metric -> Double.toString(line.metrics().number(metric)))
                  .forEach(fields::add);
              fields.add(Double.toString(line.auprInPublishedRatio()));
              fields.add(digest);
              csv.writeRecord(fields);
            });
  }

  private void read(Path file) {
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : lines) {
        read(line, file);
      }
    } catch (IOException e) {
      throw new DataException("cannot read %s (%s)".formatted(file, e.getMessage()), e);
    }
  }

  private void read(NamedCsvRecord line, Path file) {
    try {
      Names names =
          new Names(
              line.getField("model"),
              Long.parseLong(line.getField("seed")),
              line.getField("in"),
              line.getField("out"));
      int epochs = Integer.parseInt(line.getField("epochs"));
      Comparison one =
          new Comparison(
              epochs, line.getField("device"), Map.of(line.getField("score"), score(line)));
      byDigest.merge(line.getField("digest"), new Kept(names, one), KeptComparisons::joined);
    } catch (RuntimeException e) {
      throw new DataException(
          "line %d of %s is no comparison (%s); take it out, or get the file as it was"
              .formatted(line.getStartingLineNumber(), file, e.getMessage()),
          e);
    }
  }

  private static Comparison.Line score(NamedCsvRecord line) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    Comparison.METRICS.forEach(
        metric -> metrics.put(metric, Double.parseDouble(line.getField(metric))));
    return new Comparison.Line(
        new ScoreComparison(metrics),
        Double.parseDouble(line.getField(PUBLISHED_RATIO)),
        new float[0],
        new float[0]);
  }

  private static Kept joined(Kept before, Kept more) {
    Map<String, Comparison.Line> scores = new LinkedHashMap<>(before.comparison().scores());
    scores.putAll(more.comparison().scores());
    Comparison known = before.comparison();
    return new Kept(before.names(), new Comparison(known.epochs(), known.device(), scores));
  }
}
