package dev.stranger.train.torch;

import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * A queue of work on a GPU, that of the current thread until it is closed. Work in several queues
 * is done at the same time, so that several trainings keep a GPU busier than one.
 */
final class CudaStream implements AutoCloseable {

  private final CUDAStream before;

  private CudaStream(CUDAStream before) {
    this.before = before;
  }

  /** Gives the thread a queue of its own. */
  static CudaStream own(byte gpu) {
    torch_cuda.set_device(gpu);
    CUDAStream before = torch_cuda.getCurrentCUDAStream(gpu);
    torch_cuda.setCurrentCUDAStream(torch_cuda.getStreamFromPool(false, gpu));
    return new CudaStream(before);
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

  @Override
  public void close() {
    torch_cuda.setCurrentCUDAStream(before);
  }
}
