package dev.stranger.train.loop;

import com.sun.management.OperatingSystemMXBean;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Remedy;
import dev.stranger.RequestException;
import dev.stranger.Shape;
import dev.stranger.prepare.TableFit;
import dev.stranger.score.DetectorFile;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.net.NetworkSize;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a training will do, known before the samples are read. Memory and time are estimates: memory
 * follows from the sizes of samples and network, time from a few steps that are made and undone.
 *
 * @param name of the data
 * @param samples that are learnt from
 * @param heldOut samples that calibrate the detector; with a guarantee for every label there may be
 *     some more
 * @param epochs 0 for a method without a network, as are steps, batch and parameters
 * @param device {@code cpu}, {@code cuda:0} or the like
 * @param heapBytes of the Java heap
 * @param nativeBytes beside the heap, in the memory of the machine
 * @param fileBytes of the detector file
 * @param setBytes of all samples, wherever they are kept
 * @param preparedBytes of a sample as a network sees it
 * @param inScratch whether they are kept in a temporary file, not in memory
 * @param models that are trained one after another, each with these samples, epochs and parameters;
 *     bytes and time are those of all of them
 * @param time null where it is not known: before training begins, and on a GPU, whose first steps
 *     say nothing about the later ones
 */
public record TrainingPlan(
    String name,
    Shape shape,
    int samples,
    int heldOut,
    int epochs,
    int stepsAnEpoch,
    int batchSize,
    long parameters,
    String device,
    long heapBytes,
    long nativeBytes,
    long fileBytes,
    long setBytes,
    long preparedBytes,
    boolean inScratch,
    int models,
    @Nullable Duration time) {

  /** What a Java program with libtorch and ONNX Runtime takes that does next to nothing. */
  private static final long PROGRAM = 220L << 20;

  private static final long PROGRAM_HEAP = 64L << 20;

  /** A value, its gradient and two moments; with patience, those of the best epoch as well. */
  private static final int FLOATS_A_PARAMETER = 4;

  private static final int FLOATS_A_KEPT_PARAMETER = 7;

  /** On the way back there are gradients beside the activations, and copies in other orders. */
  private static final double STEP_OVER_ACTIVATIONS = 2.2;

  /** Beside its direction in the subspace, a reference has at most so many coordinates. */
  private static final int MOST_STATISTICS = 16;

  /** A held-out score is a constant of the graph, and text in the metadata. */
  private static final int BYTES_A_SCORE = 4 + 6;

  /** File systems whose files take memory. */
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private static final int OBJECT = 32;

  /** Of the heap for a sample in a file: its places in several orders, its label and its weight. */
  private static final int PLACES = 24;

  /** Of samples in a file, so many are read ahead. */
  private static final int STAGED_BATCHES = 4;

  /** How many training samples a score may keep: more make judging slower, hardly better. */
  public static final int MOST_REFERENCES = 10_000;

  /**
   * Reads one sample at most.
   *
   * @param samples how many are learnt from
   * @param heldOut how many others calibrate the detector
   * @param unseen how many of those that are learnt from the network does not see
   * @param moreBytes of the file for what is not learnt: thumbnails, or a guarded network
   * @param trained the network, null for a method without one
   * @param subspace directions that the score looks at
   * @param learning with numbers for everything
   * @throws DataException when the network does not go with the shape of the samples
   */
  public static TrainingPlan of(
      Dataset data,
      int samples,
      int heldOut,
      int unseen,
      long moreBytes,
      @Nullable NetworkOptions trained,
      int subspace,
      LearningOptions learning,
      String device) {
    int all = countable(data);
    int size = data.shape().size();
    Shape seen = TableFit.plannedShape(data);
    boolean trains = trained != null;
    NetworkSize network =
        trained == null ? new NetworkSize(0, seen.size(), 0) : trained.sizeFor(seen);
    int fitted = learning.fitted(samples - unseen);
    int batch = trains ? Math.min(learning.batchSize(), fitted) : 0;
    int valueBytes = data.first(1).inMemory().levels(0) == null ? Float.BYTES : 1;
    long set = (long) size * valueBytes;
    long prepared = seen.equals(data.shape()) ? set : (long) seen.size() * Float.BYTES;
    long file = fileBytes(network, seen, samples, subspace, heldOut) + moreBytes;
    long work =
        device.startsWith("cuda") // which has memory of its own
            ? 0
            : stateBytes(network, fitted < samples - unseen)
                + batchBytes(network, batch, seen.size(), heldOut);
    return new TrainingPlan(
        data.name(),
        data.shape(),
        samples,
        heldOut,
        trains ? learning.epochs() : 0,
        trains ? fitted / batch : 0,
        batch,
        network.parameters(),
        device,
        PROGRAM_HEAP + all * (set + OBJECT) + 3 * file,
        PROGRAM + samples * prepared + 2 * file + work,
        file,
        all * set,
        prepared,
        false,
        1,
        null);
  }

  /**
   * The same with samples in a temporary file.
   *
   * @param all how many samples the data has
   */
  public TrainingPlan inFile(int all) {
    long set = setBytes / all;
    return new TrainingPlan(
        name,
        shape,
        samples,
        heldOut,
        epochs,
        stepsAnEpoch,
        batchSize,
        parameters,
        device,
        heapBytes - all * (set + OBJECT - PLACES),
        nativeBytes + (STAGED_BATCHES * batchSize - samples) * preparedBytes,
        fileBytes,
        setBytes,
        preparedBytes,
        true,
        models,
        time);
  }

  /** The same for so many models in one file. */
  public TrainingPlan times(int models) {
    long more = (models - 1) * fileBytes;
    return new TrainingPlan(
        name,
        shape,
        samples,
        heldOut,
        epochs,
        stepsAnEpoch,
        batchSize,
        parameters,
        device,
        heapBytes + 3 * more,
        nativeBytes + 2 * more,
        fileBytes + more,
        setBytes,
        preparedBytes,
        inScratch,
        models,
        time == null ? null : time.multipliedBy(models));
  }

  /** The same when labels need more held out, so that fewer are learnt from. */
  public TrainingPlan learningFrom(int fewer) {
    return with(fewer, epochs, stepsAnEpoch, batchSize, parameters, time);
  }

  /** The number of samples; those beyond what an array holds are refused when they are read. */
  public static int countable(Dataset data) {
    return (int) Math.min(data.size(), Integer.MAX_VALUE);
  }

  /** A reference is a point and its length; a series has a statistic for each channel. */
  private static long fileBytes(
      NetworkSize network, Shape shape, int samples, int subspace, int heldOut) {
    int channels = shape.rank() == 2 ? shape.channels() : 0;
    long reference = MOST_STATISTICS + channels + subspace + 1L;
    long references = Math.min(samples, MOST_REFERENCES) * reference;
    return Float.BYTES * (network.parameters() + references + 2L * shape.size())
        + (long) heldOut * BYTES_A_SCORE;
  }

  private static long stateBytes(NetworkSize network, boolean keepsBest) {
    int floats = keepsBest ? FLOATS_A_KEPT_PARAMETER : FLOATS_A_PARAMETER;
    return network.parameters() * floats * Float.BYTES;
  }

  /** The larger of a step and of judging a batch. */
  private static long batchBytes(NetworkSize network, int batch, int size, int heldOut) {
    double step = STEP_OVER_ACTIVATIONS * batch * (network.activations() + size);
    double judging =
        TrainingSet.batchOf(size)
            * (network.activations() + 2.0 * MOST_REFERENCES + 1.25 * heldOut);
    return (long) (Float.BYTES * Math.max(step, judging));
  }

  /** How many samples go through the network once training is over, to place and to judge them. */
  double passes() {
    return samples + Math.min(samples, MOST_REFERENCES) + heldOut;
  }

  /** Of the machine, the Java heap included. */
  public long memoryBytes() {
    return heapBytes + nativeBytes;
  }

  /** With what the training loop knows better. */
  TrainingPlan with(int epochs, int steps, int batch, long parameters, @Nullable Duration time) {
    return with(samples, epochs, steps, batch, parameters, time);
  }

  private TrainingPlan with(
      int samples, int epochs, int steps, int batch, long parameters, @Nullable Duration time) {
    return new TrainingPlan(
        name,
        shape,
        samples,
        heldOut,
        epochs,
        steps,
        batch,
        parameters,
        device,
        heapBytes,
        nativeBytes,
        fileBytes,
        setBytes,
        preparedBytes,
        inScratch,
        models,
        time);
  }

  /** Whether this machine and its Java heap have room for it. */
  public boolean fitsHere() {
    return heapBytes <= heap() && memoryBytes() <= machine();
  }

  private static long heap() {
    return Runtime.getRuntime().maxMemory();
  }

  private static long machine() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /**
   * @throws DataException when this machine, its Java heap or a detector file is too small for it
   */
  public void requireRoom() {
    requireRoom(heap(), machine());
  }

  /**
   * @throws RequestException when a folder is too small for the samples
   */
  public void requireScratch(Path folder) {
    try {
      FileStore disk = Files.getFileStore(folder);
      requireScratch(folder, disk.getUsableSpace(), IN_MEMORY.contains(disk.type()), machine());
    } catch (IOException e) {
      throw new RequestException(
          "cannot look into the scratch folder %s (%s); choose another"
              .formatted(folder, e.getClass().getSimpleName()),
          e,
          Remedy.SCRATCH);
    }
  }

  void requireScratch(Path folder, long free, boolean inMemory, long machine) {
    if (setBytes > free) {
      throw new RequestException(
          "%s does not fit in memory and needs %s of the scratch folder %s, which has %s free; free"
                  .formatted(name, size(setBytes), folder, size(free))
              + " some space or choose another",
          Remedy.SCRATCH);
    }
    if (inMemory && memoryBytes() + setBytes > machine) {
      throw new RequestException(
          "%s does not fit in memory, where the scratch folder %s is too; choose one on a disk"
              .formatted(name, folder),
          Remedy.SCRATCH);
    }
  }

  /** Where the samples are, for people. */
  public String scratchInWords(Path folder) {
    return "%s does not fit in memory: %s are kept in %s while it is learnt from"
        .formatted(name, size(setBytes), folder);
  }

  void requireRoom(long heap, long machine) {
    if (fileBytes > DetectorFile.MAX_BYTES) {
      throw new DataException(
          "a detector for samples of %s would have %s, a file has %s at most; %s or another network"
              .formatted(shape, size(fileBytes), size(DetectorFile.MAX_BYTES), remedy()),
          remedies(Remedy.NETWORK));
    }
    if (memoryBytes() > machine) {
      throw new DataException(
          "training on %s needs about %s of memory, this machine has %s; %s, fewer samples or a"
                  .formatted(name, size(memoryBytes()), size(machine), remedy())
              + " smaller batch",
          remedies(Remedy.BATCH));
    }
    requireHeap(heapBytes, heap, name, remedy() + ", fewer samples", remedies());
  }

  /**
   * For work on samples whose memory a plan does not know.
   *
   * @throws DataException when the Java heap cannot take so many bytes
   */
  public static void requireHeap(long bytes, String name) {
    requireHeap(bytes, heap(), name, "use fewer samples");
  }

  private static void requireHeap(
      long bytes, long heap, String name, String remedy, Remedy... remedies) {
    if (bytes > heap) {
      throw new DataException(
          "training on %s needs about %s of Java heap, which may take %s; %s, or"
                  .formatted(name, size(bytes), size(heap), remedy)
              + " JDK_JAVA_OPTIONS=-Xmx%dm".formatted(bytes * 5 / 4 >> 20), // with some air
          remedies);
    }
  }

  private String remedy() {
    return shape.isImage() ? "use a smaller size" : "use fewer columns";
  }

  private Remedy[] remedies(Remedy... others) {
    Stream<Remedy> size = shape.isImage() ? Stream.of(Remedy.SIZE) : Stream.empty();
    return Stream.concat(size, Stream.of(others)).toArray(Remedy[]::new);
  }

  /** So many bytes for people. An MB has 2^20, as in the options of Java. */
  public static String size(long bytes) {
    return bytes < 1 << 30
        ? "%.0f MB".formatted(bytes / 0x1p20)
        : "%.1f GB".formatted(bytes / 0x1p30);
  }
}
