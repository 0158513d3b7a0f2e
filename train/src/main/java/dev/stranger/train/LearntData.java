package dev.stranger.train;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.stranger.Dataset;
import dev.stranger.score.Metadata;
import dev.stranger.train.method.TrainingData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What the model card of a detector says of the data it comes from: whoever measures or guarantees
 * something needs other samples.
 *
 * @param sha256 of all values in their order; empty when the card does not say
 * @param fitted how many samples were learnt from
 * @param calibrated how many were held out, of the same ones where each was left out once
 */
public record LearntData(String sha256, long fitted, long calibrated) {

  /**
   * @throws UncheckedIOException when the card is no JSON
   */
  public static LearntData of(Metadata detector) {
    Map<String, String> facts = new HashMap<>();
    try (JsonParser card = new JsonFactory().createParser(detector.card())) {
      for (JsonToken token = card.nextToken(); token != null; token = card.nextToken()) {
        if (token.isScalarValue()) {
          facts.put(card.getParsingContext().pathAsPointer().toString(), card.getText());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the model card is no JSON: " + e.getMessage(), e);
    }
    return new LearntData(
        facts.getOrDefault("/data/sha256", ""),
        Long.parseLong(facts.getOrDefault("/data/fitted", "0")),
        Long.parseLong(facts.getOrDefault("/data/calibrated", "0")));
  }

  /**
   * Whether these are the same samples in the same order. Others may still contain some of them.
   * Reads them only when there are as many; data of several ranks and windows that were cut
   * otherwise are not recognised.
   */
  public boolean is(Dataset samples) {
    return samples.size() >= fitted
        && samples.size() <= fitted + calibrated
        && sha256.equals(TrainingData.sha256(samples));
  }
}
