package dev.stranger.train;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.Calibration;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.DetectorFileException;
import dev.stranger.Remedy;
import dev.stranger.RequestException;
import dev.stranger.calibrate.GroupedCalibration;
import dev.stranger.score.Detector;
import dev.stranger.score.DetectorDraft;
import dev.stranger.score.HeldOutScores;
import dev.stranger.score.Metadata;
import dev.stranger.score.OpenOptions;
import dev.stranger.train.guard.PValueGraft;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives a detector other held-out scores, without training: for normal data that has changed, or of
 * which there is much more than in training. Scores stay bit for bit; p-values become ranks among
 * the new scores, the threshold follows from the guarantee of the file, and test vectors, model
 * card and checksum are made anew. A signature is dropped; energies of held-out samples and the
 * gallery stay those of the training.
 *
 * <p>The new scores must be those of normal samples that the network has not learned from. Costs
 * some copies of the file, and some verdicts.
 *
 * @param heldOut the scores that the file keeps
 * @param data names what was scored, for the model card
 * @param scores how many there were, of which {@code heldOut} may be a few quantiles
 * @param rankError by how much of their number these quantiles may be off at most, already allowed
 *     for; 0 when they are exact
 */
public record Recalibration(HeldOutScores heldOut, String data, long scores, double rankError) {

  private static final String FIELD = "recalibrated";
  private static final String PLACE = "the detector";
  private static final int FEWEST_DIFFERENT = 20;

  /** All scores of some normal samples, in any order. */
  public static Recalibration of(String data, float... scores) {
    Calibration calibration = Calibration.of(scores);
    return new Recalibration(new HeldOutScores(calibration, null), data, scores.length, 0);
  }

  /**
   * The scores that a detector gives normal samples, all of which are held in memory; by label if
   * the detector is calibrated by group.
   *
   * @throws DataException when the detector learned from the samples, or they change while they are
   *     read
   * @throws RequestException when the detector is calibrated by group and the samples have no
   *     labels
   */
  public static Recalibration by(Detector detector, Dataset samples) {
    boolean byGroup = detector.groups().isPresent();
    if (byGroup && samples.labelNames().isEmpty()) {
      throw new RequestException(
          "the detector is calibrated by label, the samples of %s have none; say which column holds it"
              .formatted(samples.name()),
          Remedy.LABEL);
    }
    requireNew(detector, samples);
    FloatBuffer scores = FloatBuffer.allocate(Math.toIntExact(samples.size()));
    List<String> groups = new ArrayList<>();
    long[] read = {0};
    detector.judge(
        samples,
        (batch, verdicts) -> {
          for (int i = 0; i < verdicts.size() && scores.hasRemaining(); i++) {
            scores.put(verdicts.get(i).score());
            if (byGroup) {
              groups.add(samples.labelName(batch.labels()[i], read[0] + i));
            }
          }
          read[0] += verdicts.size();
        });
    samples.requireUnchanged(read[0]); // what nobody judged would count as scores of zero
    GroupedCalibration grouped = byGroup ? GroupedCalibration.of(groups, scores.array()) : null;
    HeldOutScores heldOut = new HeldOutScores(Calibration.of(scores.array()), grouped);
    return new Recalibration(heldOut, samples.name(), read[0], 0);
  }

  /**
   * The same samples again would score too low for a guarantee about new ones. Whoever takes a part
   * of a set asks for all of it.
   *
   * @throws DataException when the detector learned from them, as {@link LearntData#is} tells
   */
  public static void requireNew(Detector detector, Dataset samples) {
    if (LearntData.of(detector.metadata()).is(samples)) {
      throw new DataException(
          "the %,d samples of %s are those that the detector learned from; give normal samples that"
                  .formatted(samples.size(), samples.name())
              + " it did not learn from");
    }
  }

  public Recalibration {
    int different = heldOut.calibration().distinctScores();
    if (2L * different < Math.min(2L * FEWEST_DIFFERENT, heldOut.calibration().size())) {
      throw new DataException(
          "the %,d scores of %s have only %d different values; check that they are scores"
              .formatted(scores, data, different));
    }
  }

  /**
   * @param file the content of a detector file
   * @return the content of a new one
   * @throws DetectorFileException when the file is damaged or foreign
   * @throws RequestException when there are too few scores for the guarantee of the file, or it is
   *     calibrated by group and the scores are not
   */
  public byte[] applyTo(byte[] file) {
    try (Detector before = Detector.open(file, PLACE, OpenOptions.DEFAULT)) {
      requireGroups(before);
      PValueGraft graft = new PValueGraft(file, before.metadata().input().outputPrefix());
      Map<String, String> properties = properties(before, graft.properties());
      byte[] draft = graft.write(heldOut.calibration(), properties);
      properties.putAll(testVectors(before, draft));
      return DetectorDraft.sealed(graft.write(heldOut.calibration(), properties));
    }
  }

  private void requireGroups(Detector before) {
    if (before.groups().isPresent() && heldOut.groups() == null) {
      throw new RequestException(
          "the detector is calibrated by group, the scores of %s have none; give them by group"
              .formatted(data));
    }
  }

  private Map<String, String> properties(Detector before, Map<String, String> old) {
    Map<String, String> properties = new TreeMap<>(old);
    properties.remove(DetectorDraft.SIGNATURE);
    properties.remove(DetectorDraft.LEAVE_ONE_OUT);
    Metadata metadata = before.metadata();
    properties.putAll(DetectorDraft.properties(metadata.withCard(card(metadata.card())), heldOut));
    return properties;
  }

  private static Map<String, String> testVectors(Detector before, byte[] draft) {
    List<float[]> samples = before.testSamples();
    int size = before.shape().size();
    float[] all = new float[samples.size() * size];
    for (int i = 0; i < samples.size(); i++) {
      System.arraycopy(samples.get(i), 0, all, i * size, size);
    }
    try (Detector after = DetectorDraft.open(draft, PLACE)) {
      return DetectorDraft.testVectors(after, all);
    }
  }

  /** The card with one more field, in place of an earlier one of its name. */
  private String card(String before) {
    StringWriter text = new StringWriter();
    JsonFactory factory = new JsonFactory();
    try (JsonParser old = factory.createParser(before);
        JsonGenerator card = factory.createGenerator(text)) {
      old.nextToken();
      card.writeStartObject();
      while (old.nextToken() == JsonToken.FIELD_NAME) {
        copy(old, card);
      }
      write(card);
      card.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("the model card is no JSON: " + e.getMessage(), e);
    }
    return text.toString();
  }

  private static void copy(JsonParser old, JsonGenerator card) throws IOException {
    if (old.currentName().equals(FIELD)) {
      old.nextToken();
      old.skipChildren();
    } else {
      card.copyCurrentStructure(old);
    }
  }

  private void write(JsonGenerator card) throws IOException {
    Instant now = Provenance.created(System.getenv());
    card.writeObjectFieldStart(FIELD);
    card.writeStringField("made_by", "Stranger " + Provenance.version());
    card.writeStringField("created", now.toString());
    card.writeStringField("data", data);
    card.writeNumberField("scores", scores);
    card.writeNumberField("kept", heldOut.calibration().size());
    card.writeNumberField("rank_error", rankError);
    card.writeEndObject();
  }
}
