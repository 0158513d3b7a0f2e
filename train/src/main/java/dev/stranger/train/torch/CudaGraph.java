package dev.stranger.train.torch;

import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * Work on a GPU that is recorded once and replayed: hundreds of small kernels then cost one launch.
 * Nothing is computed while recording. What is recorded may neither read from the device nor draw
 * random numbers, and replays use the very tensors that it used. The thread must have a {@linkplain
 * Compute#alone queue of its own}.
 */
public final class CudaGraph implements AutoCloseable {

  private static final AtomicLong POOLS = new AtomicLong(1L << 40);

  /** One for all, as the presets have room for few; freed with no scope. */
  private static final Recording FILTER = new Recording().retainReference();

  private final byte gpu;
  private final CUstream_st stream;
  private final CUgraph_st graph = new CUgraph_st();
  private final CUgraphExec_st executable = new CUgraphExec_st();
  private @Nullable Pool pool;

  public CudaGraph(Compute compute) {
    this.gpu = compute.index();
    this.stream = CudaStream.current(gpu);
  }

  /** What is recorded, in whatever queue, gets memory of the pool; other threads go on. */
  private static final class Recording extends StreamFilter {

    private volatile boolean seen;

    @Override
    public boolean call(Pointer stream) {
      int[] status = {cudart.cudaStreamCaptureStatusNone};
      cudart.cudaStreamIsCapturing(new CUstream_st(stream), status);
      boolean recording = status[0] == cudart.cudaStreamCaptureStatusActive;
      seen |= recording;
      return recording;
    }
  }

  /** Memory that belongs to a graph alone: later tensors must not get what its replays write. */
  private final class Pool {

    /** A recording lives longer than the scope that it is made in. */
    private final LongPointer number =
        new LongPointer(POOLS.getAndIncrement(), 0L).retainReference();

    /** The presets give the type of a pool's name no better name. */
    private final DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair name =
        new DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair(number).retainReference();

    void begin() {
      FILTER.seen = false;
      torch_cuda.beginAllocateToPool(gpu, name, FILTER);
    }

    void end() {
      torch_cuda.endAllocateToPool(gpu, name);
    }

    void release() {
      torch_cuda.getAllocator().releasePool(gpu, name);
    }
  }

  /**
   * @throws IllegalStateException when it cannot be recorded; nothing was done then
   */
  public void record(Runnable work) {
    synchronized (FILTER) { // one at a time
      CudaStream.await(stream);
      Pool own = new Pool();
      own.begin();
      try {
        capture(work);
        pool = own;
      } finally {
        own.end();
        if (pool == null) {
          own.release();
        }
      }
      if (!FILTER.seen) {
        close();
        throw new IllegalStateException("a recorded step gets no memory of its own");
      }
    }
  }

  private void capture(Runnable work) {
    CudaStream.check(
        cudart.cudaStreamBeginCapture(stream, cudart.cudaStreamCaptureModeThreadLocal));
    try {
      work.run();
    } catch (RuntimeException | LinkageError e) {
      cudart.cudaStreamEndCapture(stream, graph);
      destroyGraph();
      cudart.cudaGetLastError(); // or libtorch would find it at its next kernel, and complain
      throw e;
    }
    CudaStream.check(cudart.cudaStreamEndCapture(stream, graph));
    try {
      CudaStream.check(cudart.cudaGraphInstantiate(executable, graph, 0));
    } catch (RuntimeException e) {
      destroyGraph();
      throw e;
    }
  }

  private void destroyGraph() {
    if (!graph.isNull()) {
      cudart.cudaGraphDestroy(graph);
      graph.setNull();
    }
  }

  /**
   * Does what was recorded, behind all work that the thread started before. Waits while another
   * thread works {@linkplain Compute#quickly fast}.
   */
  public void replay() {
    Precision.start(() -> CudaStream.check(cudart.cudaGraphLaunch(executable, stream)));
  }

  /** Waits until all of it is done. */
  public void await() {
    CudaStream.await(stream);
  }

  /** Forgets what was recorded; something else may be recorded then. */
  @Override
  public void close() {
    if (pool == null) {
      return;
    }
    try {
      CudaStream.await(stream);
    } finally {
      cudart.cudaGraphExecDestroy(executable);
      destroyGraph();
      pool.release();
      pool = null;
    }
  }
}
