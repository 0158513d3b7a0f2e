package dev.stranger.train.net;

import dev.stranger.train.onnx.OnnxGraph;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** How far a reconstruction is from its sample, summed over all values. */
public sealed interface Loss permits PlainLoss, RowLoss {

  /** Binary cross-entropy of values in [0,1]; the decoder gives logits. */
  Loss CROSS_ENTROPY = PlainLoss.CROSS_ENTROPY;

  /** Squared error of values in [0,1]; the decoder gives logits. */
  Loss SQUARED_IN_UNIT = PlainLoss.SQUARED_IN_UNIT;

  /** Squared error of standardised values. */
  Loss SQUARED = PlainLoss.SQUARED;

  /** Those that treat all values alike. */
  List<Loss> PLAIN = List.of(CROSS_ENTROPY, SQUARED_IN_UNIT, SQUARED);

  /** Of a batch, N rows of numbers that add up to the losses of its samples. */
  Tensor each(Tensor raw, Tensor x);

  /** Over a whole batch. */
  default Tensor sum(Tensor raw, Tensor x) {
    return each(raw, x).sum();
  }

  /** What the decoder's raw output means. */
  Tensor output(Tensor raw);

  /** Of each row of a batch of vectors: N x D and N x D give N x 1. */
  String writeSum(OnnxGraph graph, String raw, String x);

  String writeOutput(OnnxGraph graph, String raw);

  /** What an encoder sees of samples: nothing that it never saw in training, as unknown gaps. */
  default String writeSeen(OnnxGraph graph, String x) {
    return x;
  }

  /** An output that agrees with a sample in what nobody knows of it, such as the value of a gap. */
  default String writeKnown(OnnxGraph graph, String output, String x) {
    return output;
  }

  /** Whether {@link #writeCrossEntropy} says something that the squared error does not. */
  boolean hasCrossEntropy();

  /** The cross-entropy of each row of a batch of vectors, as {@link #writeSum}. */
  String writeCrossEntropy(OnnxGraph graph, String raw, String x);

  /** Whether samples have values in [0,1]; others have columns in units of their own. */
  default boolean isOfUnit() {
    return this == CROSS_ENTROPY || this == SQUARED_IN_UNIT;
  }
}
