package dev.stranger.train.torch;

import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Work on a GPU that is recorded once and replayed: hundreds of small kernels then cost one launch.
 * Nothing is computed while recording. What is recorded may neither read from the device nor draw
 * random numbers, and replays use the very tensors that it used.
 */
public final class CudaGraph implements AutoCloseable {

  private static final byte DEVICE = 0;
  private static final AtomicLong POOLS = new AtomicLong(1L << 40);

  private final CUDAStream side = torch_cuda.getStreamFromPool(false, DEVICE);
  private final CUgraph_st graph = new CUgraph_st();
  private final CUgraphExec_st executable = new CUgraphExec_st();
  private boolean recorded;

  /** Memory that belongs to a graph alone: later tensors must not get what its replays write. */
  private static final class Pool {

    /** The presets give the type of a pool's name no better name. */
    private final DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair name =
        new DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair(
            new LongPointer(POOLS.getAndIncrement(), 0L));

    private final StreamFilter every = new EveryStream();

    void begin() {
      torch_cuda.beginAllocateToPool(DEVICE, name, every);
    }

    void end() {
      torch_cuda.endAllocateToPool(DEVICE, name);
    }
  }

  private static final class EveryStream extends StreamFilter {
    @Override
    public boolean call(Pointer stream) {
      return true;
    }
  }

  /** Does the work now, on the stream that will record it. */
  public void warmUp(Runnable work) {
    aside(work);
  }

  /**
   * @throws IllegalStateException when it cannot be recorded; nothing was done then
   */
  public void record(Runnable work) {
    CUstream_st stream = side.stream();
    Pool pool = new Pool();
    pool.begin();
    try {
      aside(
          () -> {
            check(cudart.cudaStreamBeginCapture(stream, cudart.cudaStreamCaptureModeThreadLocal));
            int ended;
            try {
              work.run();
            } finally {
              ended = cudart.cudaStreamEndCapture(stream, graph);
            }
            check(ended);
          });
    } finally {
      pool.end();
    }
    check(cudart.cudaGraphInstantiate(executable, graph, 0));
    recorded = true;
  }

  private void aside(Runnable work) {
    check(cudart.cudaDeviceSynchronize());
    torch_cuda.setCurrentCUDAStream(side);
    try {
      work.run();
    } finally {
      torch_cuda.setCurrentCUDAStream(torch_cuda.getDefaultCUDAStream(DEVICE));
      check(cudart.cudaDeviceSynchronize());
    }
  }

  /** Does what was recorded, behind all work that was started before. */
  public void replay() {
    check(cudart.cudaGraphLaunch(executable, null));
  }

  private static void check(int code) {
    if (code != 0) {
      throw new IllegalStateException("CUDA says: " + cudart.cudaGetErrorString(code).getString());
    }
  }

  /** Forgets what was recorded; something else may be recorded then. */
  @Override
  public void close() {
    if (recorded) {
      check(cudart.cudaDeviceSynchronize());
      check(cudart.cudaGraphExecDestroy(executable));
      check(cudart.cudaGraphDestroy(graph));
      recorded = false;
    }
  }
}
