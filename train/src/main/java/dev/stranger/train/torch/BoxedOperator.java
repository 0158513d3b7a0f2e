package dev.stranger.train.torch;

import java.util.List;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.GenericList;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorList;

/** An operator of libtorch that the presets have no method for, called by its name. */
record BoxedOperator(OperatorHandle handle) {

  /**
   * @param overload empty when it has none
   */
  static BoxedOperator find(String name, String overload) {
    return new BoxedOperator(Dispatcher.singleton().findSchemaOrThrow(name, overload));
  }

  /** Calls it for what it does to its arguments. */
  void call(IValue... arguments) {
    handle.callBoxed(new IValueVector(arguments));
  }

  static IValue list(List<Tensor> tensors) {
    GenericList list = new GenericList(new TensorList().elementType());
    tensors.forEach(tensor -> list.push_back(new IValue(tensor)));
    return new IValue(list);
  }
}
