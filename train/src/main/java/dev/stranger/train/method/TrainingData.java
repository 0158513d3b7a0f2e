package dev.stranger.train.method;

import dev.stranger.Cursor;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.IndexedDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.StoredDataset;
import dev.stranger.prepare.TableFit;
import dev.stranger.table.Column;
import dev.stranger.train.loop.TrainingSet;
import dev.stranger.train.method.ObjectiveOptions.LossChoice;
import dev.stranger.train.net.Loss;
import dev.stranger.train.net.RowLoss;
import dev.stranger.train.torch.Compute;
import dev.stranger.train.torch.Ranks;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Method} learns from: samples to learn from and samples that are held out, prepared
 * for a network. Not thread-safe.
 */
public final class TrainingData {

  private final IndexedDataset data;
  private final int[] fit;
  private final int unseen;
  private final BitSet halved;
  private final int[] heldOut;
  private final Compute compute;
  private final Loss loss;
  private final boolean isTable;
  private final @Nullable GraphPreparation preparation;
  private final String sha256;
  private @Nullable TrainingSet samples;

  /**
   * @param fit positions of the samples to learn from
   * @param unseen how many of these, the first ones, the network does not see: they tell its score
   *     how far from the others a sample lies that it has not learnt
   * @param halved which of {@code fit} count half in a score that compares with them
   * @param heldOut positions of the samples to calibrate with
   * @param compute where samples go
   * @throws DataException when nothing can be learnt from the data, or the loss does not fit it
   */
  public TrainingData(
      IndexedDataset data,
      int[] fit,
      int unseen,
      BitSet halved,
      int[] heldOut,
      LossChoice loss,
      Compute compute) {
    this(data, fit, unseen, halved, heldOut, loss, compute, data.shape().rank() == 1);
  }

  /** Coordinates that a method has made itself: all are learnt from, and only standardised. */
  public static TrainingData ofCoordinates(IndexedDataset data, Compute compute) {
    int[] all = IntStream.range(0, Math.toIntExact(data.size())).toArray();
    return new TrainingData(data, all, 0, new BitSet(), new int[0], LossChoice.MSE, compute, false);
  }

  /**
   * @param rows whether each value of a sample is prepared as a column of a table
   */
  private TrainingData(
      IndexedDataset data,
      int[] fit,
      int unseen,
      BitSet halved,
      int[] heldOut,
      LossChoice loss,
      Compute compute,
      boolean rows) {
    DataCheck.requireVariety(data);
    this.data = data;
    this.fit = Arrays.copyOfRange(fit, unseen, fit.length);
    this.unseen = unseen;
    this.halved = halved;
    this.heldOut = heldOut;
    this.compute = compute;
    Loss ofValues = DataCheck.loss(data, loss, compute.ranks());
    this.isTable = ofValues == Loss.SQUARED && TableFit.isTable(data);
    DataCheck.requireFinite(data, isTable);
    this.preparation = ofValues == Loss.SQUARED ? preparation(rows, fit) : null;
    this.loss =
        preparation instanceof TablePreparation table && !table.encoding().isOfNumbers()
            ? new RowLoss(table.encoding(), compute)
            : ofValues;
    this.sha256 = overRanks(sha256(data), compute.ranks());
  }

  private GraphPreparation preparation(boolean rows, int[] fit) {
    return rows
        ? TablePreparation.fit(data, fit, compute.ranks())
        : Standardisation.fit(data, fit, compute.ranks());
  }

  /** SHA-256 of all values in their order. */
  public static String sha256(Dataset data) {
    ValueDigest digest = new ValueDigest();
    float[] sample = new float[data.shape().size()];
    try (Cursor cursor = data.open()) {
      while (cursor.next(sample, 0)) {
        digest.add(sample);
      }
    }
    return digest.sha256();
  }

  /** One checksum of the checksums of all ranks; alone, the own one. */
  private static String overRanks(String own, Ranks ranks) {
    if (ranks.isAlone()) {
      return own;
    }
    double[] bytes = own.chars().asDoubleStream().toArray();
    double[] all = ranks.gather(bytes);
    float[] values = new float[all.length];
    for (int i = 0; i < all.length; i++) {
      values[i] = (float) all[i];
    }
    ValueDigest digest = new ValueDigest();
    digest.add(values);
    return digest.sha256();
  }

  /** {@link #sha256(Dataset)} of all samples; of those of several ranks, one of theirs. */
  public String sha256() {
    return sha256;
  }

  /** Says in lines which samples with which labels are learnt from. */
  public String identity() {
    int[] labels = Arrays.stream(fit).map(data::label).toArray();
    return "data=%s\nlearnt from %08x labelled %08x%s"
        .formatted(sha256, Arrays.hashCode(fit), Arrays.hashCode(labels), kinds());
  }

  /** The same codes may stand for other categories. */
  private String kinds() {
    return loss instanceof RowLoss
        ? " in columns %08x".formatted(data.columns().toString().hashCode())
        : "";
  }

  /** What the data is called. */
  public String name() {
    return data.name();
  }

  /** Of what a network sees of a sample: a prepared row of a table may have more values. */
  public Shape shape() {
    return preparation == null ? data.shape() : preparation.shapeOf(data.shape());
  }

  /**
   * What goes with the values: cross-entropy in [0,1], squared error for standardised ones, both
   * for tables with gaps or categories.
   */
  public Loss loss() {
    return loss;
  }

  /** Whether samples have neither gaps nor anything but numbers. */
  public boolean hasNumbersAlone() {
    return !isTable
        || loss == Loss.SQUARED
            && data.columns().stream().allMatch(column -> column.kind() == Column.Kind.NUMBER);
  }

  /** What is done to samples first; null when they are taken as they are. */
  public @Nullable GraphPreparation preparation() {
    return preparation;
  }

  public boolean isStandardised() {
    return preparation != null;
  }

  /** How many samples come before the first of {@link #samples} where all are placed. */
  public int unseen() {
    return unseen;
  }

  /** Which samples count half, by their places where all are placed. */
  public BitSet halved() {
    return halved;
  }

  /** The samples that the network sees, on the device. */
  public TrainingSet samples() {
    if (samples == null) {
      samples = onDevice(data, fit);
    }
    return samples;
  }

  /**
   * The held-out samples, on the device: to tell of a model how good it is. What learns from them
   * breaks the guarantee of the detector, as they calibrate it.
   */
  public TrainingSet heldOut() {
    return onDevice(data, heldOut);
  }

  /**
   * Other samples, prepared as those to learn from, on the device.
   *
   * @throws DataException when they have another shape, or values that no such sample has
   */
  public TrainingSet prepare(Dataset others) {
    if (!others.shape().equals(data.shape())) {
      throw new DataException(
          "%s has samples of %s, %s of %s; both must be alike"
              .formatted(others.name(), others.shape(), data.name(), data.shape()));
    }
    requireRoom(others);
    IndexedDataset held = others.inMemory();
    DataCheck.requireFinite(held, isTable);
    if (!isStandardised()) {
      DataCheck.requireUnit(held, data.name() + " has values in [0, 1]: scale both alike");
    }
    return onDevice(held, IntStream.range(0, Math.toIntExact(held.size())).toArray());
  }

  /** Others are held in memory, also when the samples to learn from are too many for that. */
  private void requireRoom(Dataset others) {
    long bytes = others.size() * others.shape().size() * Float.BYTES;
    if (data instanceof StoredDataset && bytes > Runtime.getRuntime().maxMemory()) {
      throw new DataException(
          "the %,d samples of %s do not fit in memory; give a smaller set of strangers"
              .formatted(others.size(), others.name()));
    }
  }

  private TrainingSet onDevice(IndexedDataset from, int[] positions) {
    return TrainingSet.of(compute, from, positions, preparation);
  }

  /** The samples to learn from as a set, prepared alike while they are read. */
  public Dataset prepared() {
    return picked(
        shape(),
        isStandardised() ? Range.ANY : data.range(),
        preparation == null ? sample -> sample : preparation::apply);
  }

  /** The samples to learn from as a set, as they came. */
  public Dataset given() {
    return picked(data.shape(), isStandardised() ? data.range() : Range.UNIT, sample -> sample);
  }

  private Dataset picked(Shape shape, Range range, UnaryOperator<float[]> preparation) {
    Header header = new Header(data.name(), shape, range, fit.length, List.of());
    return new PickedDataset(data, fit, preparation, header);
  }

  /** The number of each sample's label, in the order of {@link #samples()}. */
  public int[] labels() {
    return labels(fit);
  }

  /** The same of {@link #heldOut()}. */
  public int[] heldOutLabels() {
    return labels(heldOut);
  }

  private int[] labels(int[] positions) {
    for (int position : positions) {
      data.labelName(data.label(position), position); // complains when there is none
    }
    return Arrays.stream(positions).map(data::label).toArray();
  }

  public String labelName(int label) {
    return data.labelName(label);
  }
}
