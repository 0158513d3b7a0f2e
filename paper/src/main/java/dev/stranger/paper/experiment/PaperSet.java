package dev.stranger.paper.experiment;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Shape;
import dev.stranger.report.Words;
import dev.stranger.train.method.TrainingData;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** A set of the paper. Nothing but its first samples is read before somebody asks for its data. */
final class PaperSet {

  private static final int SUMMED = 64;

  /** A set is kept when it takes at most one of so many equal shares of the memory. */
  private static final int LARGEST_SHARE = 4;

  private final String name;
  private final Supplier<Dataset> source;
  private final String identity;
  private final long size;
  private final long published;
  private final Shape shape;
  private @Nullable Dataset read;
  private @Nullable String content;

  private PaperSet(
      String name,
      Supplier<Dataset> source,
      String identity,
      long size,
      long published,
      Shape shape) {
    this.name = name;
    this.source = source;
    this.identity = identity;
    this.size = size;
    this.published = published;
    this.shape = shape;
  }

  /**
   * At most {@code most} samples from all over a set.
   *
   * @param name in the paper's tables, as in the catalogue
   * @param published how many samples the paper had
   * @param preparation of those samples for the models
   */
  static PaperSet of(
      String name, Dataset data, long most, long published, UnaryOperator<Dataset> preparation) {
    Dataset prepared = preparation.apply(data.spread(most));
    long memory = Runtime.getRuntime().maxMemory();
    long size = Math.min(most, data.size());
    String whole = size == published ? "" : ", of %d published".formatted(published);
    return new PaperSet(
        name,
        () -> kept(prepared, memory),
        identity(data, size) + whole,
        size,
        published,
        prepared.shape());
  }

  /** Every model has to judge it: decoded and resized once, unless that takes too much memory. */
  static Dataset kept(Dataset data, long memory) {
    long bytes = Float.BYTES * data.size() * data.shape().size();
    return bytes <= memory / LARGEST_SHARE ? data.inMemory() : data;
  }

  /** Other samples made of this set's. */
  PaperSet changed(UnaryOperator<Dataset> change, String how) {
    return new PaperSet(
        name, () -> change.apply(data()), identity + " " + how, size, published, shape);
  }

  /** The same under another name. */
  PaperSet called(String other) {
    return new PaperSet(other, this::data, identity, size, published, shape);
  }

  private static String identity(Dataset data, long size) {
    CRC32 sum = new CRC32();
    data.first(SUMMED)
        .forEachBatch(
            SUMMED,
            batch -> {
              ByteBuffer bytes = ByteBuffer.allocate(4 * batch.values().length);
              bytes.asFloatBuffer().put(batch.values());
              sum.update(bytes.array());
            });
    return "%s, %d of %d samples of %s, sum %08x"
        .formatted(data.name(), size, data.size(), data.shape(), sum.getValue());
  }

  String name() {
    return name;
  }

  /**
   * Tells it from other data: name, sizes and a sum over its first samples, for reading all of a
   * large set takes longer than looking up what is known of it.
   */
  String identity() {
    return identity;
  }

  /** The same for people, with the sum over all of it where that is known. */
  String description() {
    return content == null ? identity : "%s, SHA-256 of all %s".formatted(identity, content);
  }

  long size() {
    return size;
  }

  Shape shape() {
    return shape;
  }

  /** How many samples the paper had. */
  long published() {
    return published;
  }

  /** What it lacks, if anything. */
  Optional<String> shortfall() {
    return size == published
        ? Optional.empty()
        : Optional.of(
            "%s: %s of the %s samples of the whole set"
                .formatted(name, Words.count(size), Words.count(published)));
  }

  /** SHA-256 of all values, and the labels: what a model depends on. Reads all of it, once. */
  synchronized String content() {
    if (content == null) {
      MemoryDataset all = data().inMemory();
      int labels =
          IntStream.range(0, (int) all.size()).map(all::label).reduce(1, (a, b) -> 31 * a + b);
      content = "%s, labels %08x".formatted(TrainingData.sha256(all), labels);
    }
    return content;
  }

  /** Its samples. */
  synchronized Dataset data() {
    if (read == null) {
      read = source.get();
    }
    return read;
  }
}
