package dev.stranger.train.torch;

import java.util.Optional;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * A second queue beside that of the thread. Also in a {@link CudaGraph}, which then has two
 * branches.
 */
final class CudaFork implements AutoCloseable {

  private final byte gpu;
  private final CUDAStream side;
  private final CUevent_st begun = new CUevent_st();
  private final CUevent_st ended = new CUevent_st();

  private CudaFork(byte gpu, CUDAStream side) {
    this.gpu = gpu;
    this.side = side;
    CudaStream.check(cudart.cudaEventCreateWithFlags(begun, cudart.cudaEventDisableTiming));
    CudaStream.check(cudart.cudaEventCreateWithFlags(ended, cudart.cudaEventDisableTiming));
  }

  /** None when other threads have all queues. */
  static Optional<CudaFork> of(byte gpu) {
    return CudaStream.take(gpu).map(side -> with(side, gpu));
  }

  private static CudaFork with(CUDAStream side, byte gpu) {
    try {
      return new CudaFork(gpu, side);
    } catch (RuntimeException | LinkageError e) {
      CudaStream.giveBack(side);
      throw e;
    }
  }

  /** What the thread starts afterwards waits for both, also when one of them fails. */
  void run(Runnable aside, Runnable work) {
    CUDAStream own = torch_cuda.getCurrentCUDAStream(gpu);
    CudaStream.check(cudart.cudaEventRecord(begun, own.stream()));
    CudaStream.check(cudart.cudaStreamWaitEvent(side.stream(), begun, 0));
    try {
      runAside(aside, own);
      work.run();
    } catch (RuntimeException | Error e) {
      join(own); // whatever it says, what went wrong before is the reason
      cudart.cudaGetLastError();
      throw e;
    }
    CudaStream.check(join(own));
  }

  private void runAside(Runnable aside, CUDAStream own) {
    torch_cuda.setCurrentCUDAStream(side);
    try {
      aside.run();
    } finally {
      torch_cuda.setCurrentCUDAStream(own);
    }
  }

  private int join(CUDAStream own) {
    int recorded = cudart.cudaEventRecord(ended, side.stream());
    int waited = cudart.cudaStreamWaitEvent(own.stream(), ended, 0);
    return recorded == 0 ? waited : recorded;
  }

  @Override
  public void close() {
    try {
      CudaStream.await(side.stream());
    } finally {
      cudart.cudaEventDestroy(begun);
      cudart.cudaEventDestroy(ended);
      CudaStream.giveBack(side);
    }
  }
}
