package dev.stranger.train.torch;

import dev.stranger.DataException;
import dev.stranger.DeviceException;
import dev.stranger.StrangerException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * The processes that train one model together, seen from one of them. Each has a part of the
 * samples and the whole model. What is summed here is summed over all of them, and all of them get
 * the same bits. So all must ask for the same sums in the same order, and they wait for each other.
 *
 * <p>Sums go through libtorch's Gloo over TCP, also those of tensors on a GPU, which are copied to
 * the host for it. Not thread-safe: one thread of a process trains.
 */
public final class Ranks implements AutoCloseable {

  /** A training without others: sums are what they were, and nothing waits. */
  public static final Ranks ALONE = new Ranks(0, 1, null, null, null);

  /** Tells this process from all others; few enough bits for a double. */
  private static final long PROCESS = UUID.randomUUID().getMostSignificantBits() >>> 11;

  private final int rank;
  private final int size;
  private final @Nullable ProcessGroupGloo group;
  private final @Nullable MeetingPoint place;
  private final @Nullable PointerScope connections;

  /** Whether this rank wants to stop, which the next sum tells the others. */
  private boolean wantsStop;

  /** Whether some rank did, as of the last sum. */
  private boolean mustStop;

  /** Whether another rank went without a word. */
  private boolean hasLost;

  private long waitedNanos;

  Ranks(
      int rank,
      int size,
      @Nullable ProcessGroupGloo group,
      @Nullable MeetingPoint place,
      @Nullable PointerScope connections) {
    this.rank = rank;
    this.size = size;
    this.group = group;
    this.place = place;
    this.connections = connections;
  }

  /** The number of this one, counted from zero. */
  public int rank() {
    return rank;
  }

  public int size() {
    return size;
  }

  public boolean isAlone() {
    return size == 1;
  }

  /** Whether this is the one that keeps checkpoints and returns the model. */
  public boolean isFirst() {
    return rank == 0;
  }

  /**
   * Adds up tensors over the ranks, each in its place, in one message.
   *
   * @throws DataException when another rank {@linkplain #giveUp gave up}
   * @throws DeviceException when another rank is lost: when its process ends, or after the time to
   *     wait for it
   */
  public void sum(Collection<Tensor> tensors) {
    if (isAlone()) {
      return;
    }
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      Tensor own = torch.tensor(wantsStop ? 1f : 0f);
      Tensor sums = flat(Stream.concat(tensors.stream(), Stream.of(own)));
      await(() -> connected().allreduce(new TensorVector(sums)));
      long at = spread(sums, tensors);
      mustStop = sums.narrow(0, at, 1).item_double() > 0;
    }
  }

  /** Gives every rank the tensors of the first one, in one message. */
  public void share(Collection<Tensor> tensors) {
    if (isAlone() || tensors.isEmpty()) {
      return;
    }
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      Tensor all = flat(tensors.stream());
      await(() -> connected().broadcast(new TensorVector(all)));
      spread(all, tensors);
    }
  }

  /** The bytes of the first rank; what others give is not looked at. */
  public byte[] share(byte[] bytes) {
    if (isAlone()) {
      return bytes;
    }
    int length = (int) gather(bytes.length)[0];
    try (PointerScope scope = new PointerScope()) {
      Tensor shared = Tensor.create(Arrays.copyOf(bytes, length), false, length);
      share(List.of(shared));
      byte[] first = new byte[length];
      new BytePointer(shared.data_ptr()).get(first);
      return first;
    }
  }

  /** The numbers of all ranks, those of rank 0 first, however many each has. */
  public float[] join(float[] values) {
    if (isAlone()) {
      return values;
    }
    int[] ends = Arrays.stream(gather(values.length)).mapToInt(length -> (int) length).toArray();
    Arrays.parallelPrefix(ends, Math::addExact);
    float[] all = new float[ends[size - 1]];
    System.arraycopy(values, 0, all, ends[rank] - values.length, values.length);
    try (PointerScope scope = new PointerScope()) {
      Tensor joined = Tensor.create(all, all.length);
      sum(List.of(joined));
      return Compute.floats(joined);
    }
  }

  /** On the host, one after another, in row-major order however they lie. */
  private static Tensor flat(Stream<Tensor> tensors) {
    Tensor[] rows = tensors.map(tensor -> tensor.detach().cpu().reshape(-1)).toArray(Tensor[]::new);
    return torch.cat(new TensorVector(rows), 0);
  }

  private static long spread(Tensor flat, Collection<Tensor> tensors) {
    long at = 0;
    for (Tensor tensor : tensors) {
      Tensor values = flat.narrow(0, at, tensor.numel());
      tensor.copy_(values.view(tensor.shape()));
      at += tensor.numel();
    }
    return at;
  }

  private ProcessGroupGloo connected() {
    if (group == null) {
      throw new IllegalStateException("there are no other ranks");
    }
    return group;
  }

  private void await(Supplier<Work> begun) {
    long start = System.nanoTime();
    try {
      begun.get()._wait();
      waitedNanos += System.nanoTime() - start;
    } catch (RuntimeException e) {
      throw lost(e);
    }
  }

  private StrangerException lost(RuntimeException e) {
    @Nullable String complaint = place == null ? null : place.complaint();
    if (complaint != null) {
      return new DataException(complaint, e);
    }
    hasLost = true;
    return new DeviceException(
        "rank %d of %d lost another one (%s); train again, from the checkpoint if there is one"
            .formatted(rank, size, reason(e)),
        e);
  }

  /** The sums of numbers over the ranks. */
  public double[] sum(double... values) {
    if (isAlone() || values.length == 0) {
      return values;
    }
    try (PointerScope scope = new PointerScope()) {
      Tensor sums = Tensor.create(values, values.length);
      sum(List.of(sums));
      double[] summed = new double[values.length];
      new DoublePointer(sums.data_ptr()).get(summed);
      return summed;
    }
  }

  /** The numbers of all ranks, those of rank 0 first; all have as many. */
  public double[] gather(double... values) {
    double[] all = new double[size * values.length];
    System.arraycopy(values, 0, all, rank * values.length, values.length);
    return sum(all);
  }

  /** The smallest of the numbers that the ranks have. */
  public int least(int value) {
    return (int) Arrays.stream(gather(value)).min().orElseThrow();
  }

  /** Whether something holds on every rank. */
  public boolean all(boolean holds) {
    return sum(holds ? 0 : 1)[0] == 0;
  }

  /** Whether some of them are threads of one process. */
  public boolean shareProcesses() {
    return Arrays.stream(gather(PROCESS)).distinct().count() < size;
  }

  /**
   * Whether all ranks stop here, because one of them wanted to. The others hear of it with the next
   * sum, so all stop behind the same one. Alone, this is what is wanted.
   */
  public boolean agreeToStop(boolean wanted) {
    wantsStop |= wanted && !isAlone();
    return isAlone() ? wanted : mustStop;
  }

  /** How long this rank sent, received and waited for others so far. */
  public Duration waited() {
    return Duration.ofNanos(waitedNanos);
  }

  /** Tells ranks that wait for this one why it gives up, unless that is another one's doing. */
  public void giveUp(StrangerException why) {
    if (place != null && !hasLost) {
      place.complain("rank %d of %d failed: %s".formatted(rank, size, why.getMessage()));
    }
  }

  /** Without the place in libtorch's sources, which begins its messages. */
  static String reason(Throwable complaint) {
    return Libtorch.reason(complaint).replaceFirst("^\\[.*?\\.cc:\\d+] ", "");
  }

  /** Leaves the others: those that wait for this one fail. */
  @Override
  public void close() {
    if (connections != null) {
      connections.close();
    }
  }
}
