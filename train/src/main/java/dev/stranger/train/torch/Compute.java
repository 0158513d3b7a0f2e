package dev.stranger.train.torch;

import dev.stranger.DataException;
import dev.stranger.DeviceException;
import dev.stranger.Remedy;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Where tensors live, how exact they are, and where random ones come from. Passed down to whoever
 * makes a tensor, so that the same code runs on a CPU and on a GPU.
 */
public final class Compute {

  /** Behind the name of a GPU that may learn with fewer digits. */
  private static final String BF16 = "-bf16";

  /** Of the free memory of a GPU: the rest is for the network and its steps. */
  private static final double FOR_SAMPLES = 0.8;

  private static @Nullable Cores cores;

  private final Device device;
  private final ScalarType type;
  private final boolean bf16;
  private final Ranks ranks;
  private final Noise noise;

  /** For who has two queues of a GPU for himself. */
  private @Nullable CudaFork fork;

  private Compute(Device device, ScalarType type, boolean bf16, Ranks ranks) {
    this.device = device;
    this.type = type;
    this.bf16 = bf16;
    this.ranks = ranks;
    this.noise = new Noise(this);
  }

  /**
   * @param name {@code cpu}, {@code cuda}, {@code cuda:1}, or {@code auto} for a GPU when there is
   *     one; {@code cuda-bf16} or {@code cuda:1-bf16} lets networks {@linkplain #coarsely learn}
   *     with fewer digits
   * @throws DeviceException when a GPU is asked for and there is none
   */
  public static Compute on(String name) {
    requireKnown(name);
    cores();
    boolean cuda = hasCuda();
    if (name.equals("auto")) {
      return working(cuda ? "cuda:0" : "cpu");
    }
    if (name.startsWith("cuda") && !cuda) {
      throw new DeviceException(
          "there is no GPU for the device %s (%s); use the CPU, or see docs/gpu.md"
              .formatted(name, Libtorch.whyNoGpu()),
          Remedy.DEVICE);
    }
    return working(fullName(name));
  }

  /**
   * A device as {@link #toString} names it, whether it is here or not: {@code cuda} is {@code
   * cuda:0}.
   */
  public static String fullName(String name) {
    requireKnown(name);
    return name.replaceFirst("^cuda(?!:)", "cuda:0");
  }

  /**
   * The name, when devices may have it.
   *
   * @throws DeviceException when none has
   */
  public static String requireKnown(String name) {
    if (!name.matches("auto|cpu|cuda(:\\d+)?(%s)?".formatted(BF16))) {
      throw new DeviceException(
          "there is no device '%s'; use auto, cpu, cuda or cuda%s".formatted(name, BF16));
    }
    return name;
  }

  /** Whether libtorch was built for GPUs and finds one. */
  public static boolean hasCuda() {
    Libtorch.load();
    return torch.cuda_is_available();
  }

  /** A GPU may be listed and yet not be there, or be taken, or lack the libraries for it. */
  private static Compute working(String name) {
    try {
      Device device = new Device(name.replace(BF16, ""));
      Compute compute = new Compute(device, ScalarType.Float, name.endsWith(BF16), Ranks.ALONE);
      compute.zeros(1).close();
      return compute;
    } catch (RuntimeException | LinkageError e) {
      throw new DeviceException(
          "device %s cannot be used (%s); use another".formatted(name, Libtorch.reason(e)),
          e,
          Remedy.DEVICE);
    }
  }

  /** Double precision on the CPU, for checking derivatives. */
  public static Compute exact() {
    cores();
    return new Compute(new Device("cpu"), ScalarType.Double, false, Ranks.ALONE);
  }

  /** The same device for a training that others take part in. */
  public Compute among(Ranks others) {
    return new Compute(device, type, bf16, others);
  }

  /**
   * OpenBLAS keeps a thread pool beside libtorch's, and the two fight for the cores: it gets one
   * thread, libtorch one a core.
   */
  private static synchronized Cores cores() {
    if (cores == null) {
      Libtorch.load();
      cores = Cores.deal(Runtime.getRuntime().availableProcessors());
      openblas_nolapack.blas_set_num_threads(1);
    }
    return cores;
  }

  public boolean isCuda() {
    return device.is_cuda();
  }

  /** Which of several GPUs it is. */
  byte index() {
    return device.has_index() ? device.index() : 0;
  }

  /** Those who train together. */
  public Ranks ranks() {
    return ranks;
  }

  /** Random numbers for a training here. */
  public Noise noise() {
    return noise;
  }

  /**
   * Does some work as fast as learning allows, while neither other fast or exact work nor a replay
   * is begun in the process.
   */
  public void quickly(Runnable work) {
    with(Precision.FAST, () -> done(work));
  }

  /** Does some work in full precision, at the same time as other threads do. */
  public <T> T exactly(Supplier<T> work) {
    return with(Precision.EXACT, work);
  }

  public void exactly(Runnable work) {
    exactly(() -> done(work));
  }

  private static boolean done(Runnable work) {
    work.run();
    return true;
  }

  /**
   * A pass through a network, with factors of bf16, which have 7 bits behind the first one, where
   * the device was asked for that and the work around it is {@linkplain #quickly quick}. Weights,
   * their gradients and what comes out stay floats.
   */
  public Tensor coarsely(Supplier<Tensor> pass) {
    return bf16 && Precision.isFast() ? Bf16.run(pass) : pass.get();
  }

  private <T> T with(Precision precision, Supplier<T> work) {
    return isCuda() ? precision.run(work) : work.get();
  }

  /**
   * Does some work in a queue of its own, so that what other threads do on the same GPU is done at
   * the same time. On a CPU it is just done.
   *
   * @throws DataException when too many others do so at once
   */
  public <T> T alone(Supplier<T> work) {
    if (!isCuda()) {
      return work.get();
    }
    try (CudaStream own = CudaStream.own(index())) {
      exactly(this::loadLibraries);
      return work.get();
    }
  }

  /** The same with a second queue for what is done {@linkplain #beside beside} the rest. */
  public <T> T forked(Supplier<T> work) {
    return alone(
        () -> {
          try (@Nullable CudaFork second = secondQueue()) {
            fork = second;
            return work.get();
          } finally {
            fork = null;
          }
        });
  }

  /**
   * None when others have them all, and without the CUDA runtime of the presets: whoever wants to
   * record hears of that.
   */
  private @Nullable CudaFork secondQueue() {
    try {
      return isCuda() ? CudaFork.of(index()).orElse(null) : null;
    } catch (LinkageError e) {
      return null;
    }
  }

  /** For people: with the name of the GPU, as far as it can be asked, or the number of cores. */
  public String description() {
    return ranks.isAlone() ? own() : ranks.size() + " ranks on " + own();
  }

  private String own() {
    int cores = Runtime.getRuntime().availableProcessors();
    return isCuda()
        ? "%s %s".formatted(this, GpuName.of(device.index())).strip()
        : this + " (" + cores + (cores == 1 ? " core)" : " cores)");
  }

  @Override
  public String toString() {
    return device.str().getString() + (bf16 ? BF16 : "");
  }

  /** A copy of a tensor on this device, in this precision. */
  public Tensor move(Tensor tensor) {
    return tensor.to(device, type);
  }

  /** The same without changing what kind of numbers it holds. */
  public Tensor moveAsIs(Tensor tensor) {
    return tensor.to(device, tensor.scalar_type());
  }

  public Tensor of(float[] values, long... shape) {
    // Not left to the scope around it: beside a GPU, a training set would be in memory twice.
    try (Tensor plain = Tensor.create(values, shape)) {
      return move(plain);
    }
  }

  /** Whole numbers from 0 to 255, in a byte each. */
  public Tensor bytes(byte[] values, long... shape) {
    try (Tensor plain = Tensor.create(values, false, shape)) {
      return moveAsIs(plain);
    }
  }

  /** Whole numbers, such as positions. */
  public Tensor integers(int... values) {
    try (Tensor plain = Tensor.create(values, values.length)) {
      return plain.to(device, ScalarType.Long);
    }
  }

  /**
   * Whether so many bytes fit into the free memory of a GPU and leave room to learn with. Other
   * devices, and a GPU that cannot be asked, are taken to have it.
   */
  public boolean hasRoomFor(long bytes) {
    return !isCuda() || bytes <= FOR_SAMPLES * GpuMemory.free(index());
  }

  /** Room for so many rows like those of a tensor, with values that nobody knows yet. */
  public Tensor rowsLike(Tensor rows, long count) {
    long[] shape = rows.shape();
    shape[0] = count;
    return rows.new_empty(shape);
  }

  public Tensor zeros(long... shape) {
    return move(torch.zeros(shape));
  }

  public Tensor filled(double value, long... shape) {
    return zeros(shape).fill_(new Scalar(value));
  }

  /**
   * cuDNN, cuBLAS and cuSOLVER are loaded for each thread when it first needs them, which spoils
   * what another thread records. So here, while nobody does.
   */
  private void loadLibraries() {
    try (PointerScope scope = new PointerScope()) {
      torch.conv2d(zeros(1, 1, 4, 4), zeros(1, 1, 2, 2));
      torch.linalg_qr(zeros(2, 2).mm(zeros(2, 2)));
    }
  }

  /**
   * Does some small work beside other work, where both keep a GPU busier than one after the other.
   * Neither may need what the other makes.
   */
  public void beside(Runnable small, Runnable work) {
    if (fork == null) {
      small.run();
      work.run();
    } else {
      fork.run(small, work);
    }
  }

  /** How many shares of one work can be done at the same time. */
  public int shares() {
    return isCuda() ? 1 : cores().threads();
  }

  /** Leaves the cores of the CPU to shares, until {@link #takeCores}. */
  public void leaveCores() {
    cores().leave();
  }

  /** Takes them back for this thread. */
  public void takeCores() {
    cores().takeBack();
  }

  /**
   * Does shares of a work on the CPU at the same time, each in another thread, and waits for them.
   *
   * @param work makes tensors of the share with a number, counted from zero
   */
  public List<List<Tensor>> inShares(int shares, IntFunction<List<Tensor>> work) {
    return cores().each(shares, work);
  }

  /**
   * The same values in the order in which floats are convolved fastest, the channels of a pixel
   * together. Weights alone need it: what is convolved with them comes out so.
   */
  public Tensor channelsLast(Tensor weights) {
    boolean image = type == ScalarType.Float && weights.dim() == 4;
    return image ? weights.contiguous(torch.MemoryFormat.ChannelsLast) : weights;
  }

  /** All values of a tensor, in row-major order. */
  public static float[] floats(Tensor tensor) {
    try (PointerScope scope = new PointerScope()) {
      Tensor plain = tensor.detach().cpu().to(ScalarType.Float).contiguous();
      float[] values = new float[Math.toIntExact(plain.numel())];
      new FloatPointer(plain.data_ptr()).get(values);
      return values;
    }
  }
}
