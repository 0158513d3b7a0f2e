package dev.stranger.train.torch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LibtorchTest {

  @Test
  void theLibraryThatIsMissingIsNamedWithoutTheOneThatNeedsIt() {
    UnsatisfiedLinkError error = new UnsatisfiedLinkError("no jnicudnn in java.library.path: /lib");
    error.initCause(
        new UnsatisfiedLinkError(
            "/home/me/.javacpp/cache/libjnicudnn.so: libcudnn.so.9: cannot open shared object file"));
    assertThat(Libtorch.reason(error)).isEqualTo("libcudnn.so.9: cannot open shared object file");
  }

  @Test
  void aStackTraceInAMessageIsLeftOut() {
    String message = "CUDA out of memory.\nException raised from malloc\nframe #0: c10::Error";
    assertThat(Libtorch.reason(new IllegalStateException(message)))
        .isEqualTo("CUDA out of memory.");
  }

  @Test
  void anErrorWithoutACauseIsItsOwnReason() {
    assertThat(Libtorch.reason(new NoClassDefFoundError("org/bytedeco/pytorch/global/torch")))
        .isEqualTo("org/bytedeco/pytorch/global/torch");
  }
}
