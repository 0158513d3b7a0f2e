package dev.stranger.train.torch;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * Frees the tensors that were made in it when it is closed, but for those that are kept: these live
 * as long as the scope around it. For the thread that opened it.
 */
public final class TensorScope implements AutoCloseable {

  private final @Nullable PointerScope around = PointerScope.getInnerScope();
  private final PointerScope own = new PointerScope();

  public void keep(List<Tensor> tensors) {
    tensors.forEach(this::keep);
  }

  private void keep(Tensor tensor) {
    tensor.retainReference(); // or it would be freed at once
    own.detach(tensor);
    if (around != null) {
      around.attach(tensor);
      tensor.releaseReference();
    }
  }

  @Override
  public void close() {
    own.close();
  }
}
