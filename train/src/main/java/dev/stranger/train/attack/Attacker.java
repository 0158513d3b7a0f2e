package dev.stranger.train.attack;

import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.data.generate.RandomStreams;
import dev.stranger.score.Metadata;
import dev.stranger.table.Column;
import dev.stranger.train.engine.TorchGraph;
import dev.stranger.train.torch.Compute;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/**
 * Changes samples within a bound so that a detector's score of them falls or rises as far as
 * possible. Knows all of the detector: whoever has its file can do the same. What batch a sample is
 * in matters no more than rounding does. Holds the sets in memory; costs about three verdicts in
 * libtorch for every step and sample.
 *
 * @param graph of the detector
 * @param metadata of the same detector
 * @param batchSize how many samples are changed at a time
 */
public record Attacker(TorchGraph graph, Metadata metadata, int batchSize) {

  private static final int BATCH = 256;

  /** Keeps the random numbers apart from those of generated sets. */
  private static final long VARIANT = "attack".hashCode();

  public Attacker(TorchGraph graph, Metadata metadata) {
    this(graph, metadata, BATCH);
  }

  /**
   * @param data samples as the detector takes them
   * @param progress gets the number of samples changed since it was last called
   * @throws DataException when the samples do not fit the detector
   */
  public MemoryDataset attack(Dataset data, Attack attack, LongConsumer progress) {
    MemoryDataset samples = fitting(data);
    float[][] changed = new float[Math.toIntExact(samples.size())][];
    for (int from = 0; from < changed.length; from += batchSize) {
      int count = Math.min(batchSize, changed.length - from);
      float[] values = attack(samples, from, count, attack);
      for (int i = 0; i < count; i++) {
        changed[from + i] = Arrays.copyOfRange(values, i * size(), (i + 1) * size());
      }
      progress.accept(count);
    }
    return MemoryDataset.of(data.name(), metadata.shape(), metadata.range(), changed);
  }

  private int size() {
    return metadata.shape().size();
  }

  private MemoryDataset fitting(Dataset data) {
    if (!data.shape().equals(metadata.shape())) {
      throw new DataException(
          "%s has samples of %s, the detector expects %s"
              .formatted(data.name(), data.shape(), metadata.shape()));
    }
    if (metadata.columns().stream().anyMatch(column -> column.kind() != Column.Kind.NUMBER)) {
      throw new DataException(
          "the detector has columns of categories or times, and attacks move numbers alone");
    }
    MemoryDataset samples = data.inMemory();
    float[][] values =
        IntStream.range(0, Math.toIntExact(samples.size()))
            .mapToObj(samples::sample)
            .toArray(float[][]::new);
    return MemoryDataset.of(data.name(), metadata.shape(), metadata.range(), values);
  }

  private float[] attack(MemoryDataset samples, int from, int count, Attack attack) {
    try (PointerScope scope = new PointerScope()) {
      float[] values = new float[count * size()];
      for (int i = 0; i < count; i++) {
        System.arraycopy(samples.sample(from + i), 0, values, i * size(), size());
      }
      Tensor batch = tensor(values, count);
      Bounds bounds = Bounds.around(batch, attack.epsilon(), metadata, graph.compute());
      Search search = new Search(graph, attack, batch, bounds);
      if (attack.method().startsAnywhere()) {
        search.startFrom(tensor(noise(attack.seed(), from, count), count));
      }
      return Compute.floats(search.worst());
    }
  }

  /** From -1 to 1. That of a sample depends on its position in the set, not in a batch. */
  private float[] noise(long seed, int from, int count) {
    float[] noise = new float[count * size()];
    for (int i = 0; i < count; i++) {
      UniformRandomProvider random = new RandomStreams(seed, VARIANT).at(from + i);
      for (int at = i * size(); at < (i + 1) * size(); at++) {
        noise[at] = 2 * random.nextFloat() - 1;
      }
    }
    return noise;
  }

  private Tensor tensor(float[] values, int count) {
    return graph.compute().of(values, metadata.shape().ofBatch(count));
  }
}
