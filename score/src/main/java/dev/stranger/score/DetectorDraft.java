package dev.stranger.score;

import dev.stranger.DetectorFileException;
import dev.stranger.RequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What makes a detector file of an ONNX model. For trainers alone: it may change with any version,
 * and whoever judges needs none of it.
 */
public final class DetectorDraft {

  /** Metadata key of the largest p-value that is flagged. */
  public static final String THRESHOLD = HeldOutScores.THRESHOLD;

  /** Metadata key of the signature, which no other file can keep. */
  public static final String SIGNATURE = SignedBytes.KEY;

  /** Metadata key of how many models leave one sample out each; other scores must not keep it. */
  public static final String LEAVE_ONE_OUT = HeldOutScores.LEAVE_ONE_OUT;

  private DetectorDraft() {}

  /**
   * The metadata of a model, but for its test vectors.
   *
   * @throws RequestException when there are too few held-out scores for the guarantee
   */
  public static Map<String, String> properties(Metadata metadata, HeldOutScores heldOut) {
    Map<String, String> properties = new TreeMap<>(metadata.toProperties());
    properties.putAll(heldOut.toProperties(metadata.guarantee()));
    properties.put(DetectorFile.CHECKSUM_KEY, DetectorFile.NO_CHECKSUM);
    return properties;
  }

  /**
   * Opens a model that may have no test vectors yet, nor a checksum.
   *
   * @param place names the model in complaints
   */
  public static Detector open(byte[] model, String place) {
    return Detector.unverified(Engine.inOnnxRuntime(model, place), place);
  }

  /** Test vectors as the metadata of a model: samples, and what the draft says of them now. */
  public static Map<String, String> testVectors(Detector draft, float[] samples) {
    int count = samples.length / draft.shape().size();
    return TestVectors.of(draft.metadata().energies(), samples, draft.judge(samples, count))
        .toProperties();
  }

  /**
   * The distribution of energies as the metadata of a model.
   *
   * @param names of the energies
   * @param energies of held-out samples, all of one sample after those of another
   */
  public static Map<String, String> energyQuantiles(List<String> names, float[] energies) {
    return EnergyQuantiles.toProperties(names, energies);
  }

  /** A gallery as the metadata of a model; nothing when it is empty. */
  public static Map<String, String> gallery(Metadata metadata, Gallery gallery) {
    return gallery.toProperties(metadata);
  }

  /**
   * The content of a detector file: a model with its checksum filled in.
   *
   * @param model with the {@linkplain #properties metadata} of a detector
   */
  public static byte[] sealed(byte[] model) {
    return DetectorFile.sealed(model);
  }

  /**
   * Fills in the checksum of a model and writes it, completely or not at all.
   *
   * @param model with the {@linkplain #properties metadata} of a detector
   * @throws DetectorFileException when it is larger than what can be read again
   * @throws RequestException when it cannot be written
   */
  public static void write(byte[] model, Path file) {
    DetectorFile.write(model, file);
  }
}
