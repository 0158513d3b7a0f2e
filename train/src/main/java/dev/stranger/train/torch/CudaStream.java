package dev.stranger.train.torch;

import dev.stranger.DataException;
import java.util.List;
import java.util.Optional;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * A queue of work on a GPU, that of the current thread until it is closed. Work in several queues
 * is done at the same time, so that several trainings keep a GPU busier than one.
 */
final class CudaStream implements AutoCloseable {

  private static final int SIZE = 32;

  /** Of libtorch, which gives them out in turn: two who record in the same one spoil it. */
  private static final Loans<CUDAStream> QUEUES =
      new Loans<>(SIZE, queue -> List.of(queue.device_index(), queue.id()));

  private final CUDAStream before;

  /** Null when the thread had one of its own before. */
  private final @Nullable CUDAStream own;

  private CudaStream(CUDAStream before, @Nullable CUDAStream own) {
    this.before = before;
    this.own = own;
  }

  /**
   * Gives the thread a queue of its own, unless it has one.
   *
   * @throws DataException when others have them all
   */
  static CudaStream own(byte gpu) {
    torch_cuda.set_device(gpu);
    CUDAStream before = torch_cuda.getCurrentCUDAStream(gpu);
    if (QUEUES.isTaken(before)) {
      return new CudaStream(before, null);
    }
    CUDAStream own =
        take(gpu)
            .orElseThrow(
                () ->
                    new DataException(
                        "all %d queues of the GPU are in use; let fewer models be at work at once"
                            .formatted(SIZE)));
    torch_cuda.setCurrentCUDAStream(own);
    return new CudaStream(before, own);
  }

  /** A queue that nobody else has until it is given back, if one is left. */
  static Optional<CUDAStream> take(byte gpu) {
    // Kept for whoever comes later, so it must outlive the scope it is taken in.
    return QUEUES.take(
        queue -> queue.device_index() == gpu,
        () -> torch_cuda.getStreamFromPool(false, gpu).retainReference());
  }

  static void giveBack(CUDAStream queue) {
    QUEUES.giveBack(queue);
  }

  /** The queue of the current thread. */
  static CUstream_st current(byte gpu) {
    return torch_cuda.getCurrentCUDAStream(gpu).stream();
  }

  static void await(CUstream_st stream) {
    check(cudart.cudaStreamSynchronize(stream));
  }

  static void check(int code) {
    if (code != 0) {
      cudart.cudaGetLastError(); // or libtorch would find it at its next kernel, and complain
      throw new IllegalStateException("CUDA says: " + cudart.cudaGetErrorString(code).getString());
    }
  }

  static Generator generator(byte gpu) {
    return torch_cuda.make_generator_cuda(gpu);
  }

  /** Waits for its work: whoever gets the queue or its memory next must not meet it. */
  @Override
  public void close() {
    try {
      if (own != null) {
        own.synchronize();
      }
    } finally {
      torch_cuda.setCurrentCUDAStream(before);
      if (own != null) {
        giveBack(own);
      }
    }
  }
}
