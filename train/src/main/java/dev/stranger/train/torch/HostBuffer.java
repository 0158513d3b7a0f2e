package dev.stranger.train.torch;

import java.nio.ByteBuffer;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the machine that Java writes and a device reads. A GPU copies from it while the thread
 * goes on; whoever writes anew {@linkplain #await waits} for that first, which any thread may do.
 */
public final class HostBuffer implements AutoCloseable {

  private final Tensor tensor;
  private final BytePointer memory;

  /** What says that a GPU has read all; null on a CPU, and where copying is waited for. */
  private final @Nullable CUevent_st read;

  private HostBuffer(Tensor tensor, @Nullable CUevent_st read) {
    this.tensor = tensor;
    this.memory = new BytePointer(tensor.data_ptr());
    this.read = read;
  }

  /** With values that nobody knows yet. */
  public static HostBuffer of(Compute compute, ScalarType type, long... shape) {
    TensorOptions options = new TensorOptions(type);
    if (compute.isCuda()) {
      options = options.pinned_memory(new BoolOptional(true)); // or it could not be read meanwhile
    }
    Tensor tensor = torch.empty(shape, options, new MemoryFormatOptional());
    return new HostBuffer(tensor, compute.isCuda() ? event() : null);
  }

  /** None without the CUDA runtime of the presets. */
  private static @Nullable CUevent_st event() {
    try {
      CUevent_st event = new CUevent_st();
      CudaStream.check(cudart.cudaEventCreateWithFlags(event, cudart.cudaEventDisableTiming));
      return event;
    } catch (LinkageError e) {
      return null;
    }
  }

  /** The memory as a tensor of the machine. */
  public Tensor tensor() {
    return tensor;
  }

  /** Some bytes of it, to be written. For one thread at a time. */
  public ByteBuffer part(long start, long count) {
    return memory.position(start).limit(start + count).asByteBuffer();
  }

  /** Lets the device copy all of it, behind what this thread started there before. */
  public void copyTo(Tensor target, Compute compute) {
    target.copy_(tensor, read != null);
    if (read != null) {
      CudaStream.check(cudart.cudaEventRecord(read, CudaStream.current(compute.index())));
    }
  }

  /** Waits until the last copy was made. */
  public void await() {
    if (read != null) {
      CudaStream.check(cudart.cudaEventSynchronize(read));
    }
  }

  @Override
  public void close() {
    if (read != null) {
      cudart.cudaEventSynchronize(read);
      cudart.cudaEventDestroy(read);
    }
    memory.close();
    tensor.close();
  }
}
