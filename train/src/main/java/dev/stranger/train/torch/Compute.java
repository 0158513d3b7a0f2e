package dev.stranger.train.torch;

import dev.stranger.DataException;
import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Where tensors live and how exact they are. Passed down to whoever makes a tensor, so that the
 * same code runs on a CPU and on a GPU.
 */
public final class Compute {

  private static boolean threadsAreSet;

  private final Device device;
  private final ScalarType type;

  private Compute(Device device, ScalarType type) {
    this.device = device;
    this.type = type;
  }

  /**
   * @param name {@code cpu}, {@code cuda}, {@code cuda:1}, or {@code auto} for a GPU when there is
   *     one
   * @throws DataException when a GPU is asked for and there is none
   */
  public static Compute on(String name) {
    setThreads();
    boolean cuda = hasCuda();
    if (name.equals("auto")) {
      return new Compute(new Device(cuda ? "cuda:0" : "cpu"), ScalarType.Float);
    }
    if (!name.matches("cpu|cuda(:\\d+)?")) {
      throw new DataException("there is no device '" + name + "'; use auto, cpu or cuda");
    }
    if (name.startsWith("cuda") && !cuda) {
      throw new DataException(
          "there is no GPU for --device " + name + "; use --device cpu, or install CUDA");
    }
    Compute compute = new Compute(new Device(name), ScalarType.Float);
    compute.requireWorking();
    return compute;
  }

  /** Whether libtorch was built for GPUs and finds one. */
  public static boolean hasCuda() {
    return torch.cuda_is_available();
  }

  /** A GPU may be listed and yet not be there, or be taken. */
  private void requireWorking() {
    try {
      zeros(1).close();
    } catch (RuntimeException e) {
      throw new DataException(
          "device %s cannot be used (%s); use another --device"
              .formatted(this, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  /** Double precision on the CPU, for checking derivatives. */
  public static Compute exact() {
    setThreads();
    return new Compute(new Device("cpu"), ScalarType.Double);
  }

  /**
   * OpenBLAS keeps a thread pool beside libtorch's, and the two fight for the cores: it gets one
   * thread, libtorch one a core.
   */
  private static synchronized void setThreads() {
    if (!threadsAreSet) {
      torch.set_num_threads(Runtime.getRuntime().availableProcessors());
      openblas_nolapack.blas_set_num_threads(1);
      threadsAreSet = true;
    }
  }

  public boolean isCuda() {
    return device.is_cuda();
  }

  @Override
  public String toString() {
    return device.str().getString();
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

  /** Whole numbers, such as positions. */
  public Tensor integers(int... values) {
    long[] numbers = Arrays.stream(values).asLongStream().toArray();
    try (Tensor plain = Tensor.create(numbers, numbers.length)) {
      return moveAsIs(plain);
    }
  }

  public Tensor zeros(long... shape) {
    return move(torch.zeros(shape));
  }

  public Tensor filled(double value, long... shape) {
    return zeros(shape).fill_(new Scalar(value));
  }

  /** Evenly distributed between -bound and bound, from libtorch's generator on the CPU. */
  public Tensor uniform(double bound, long... shape) {
    return move(torch.rand(shape).mul_(new Scalar(2 * bound)).sub_(new Scalar(bound)));
  }

  /** Normally distributed, from libtorch's generator on the device. */
  public Tensor normal(long... shape) {
    return torch.randn_like(zeros(shape));
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
