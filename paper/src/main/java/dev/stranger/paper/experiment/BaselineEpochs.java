package dev.stranger.paper.experiment;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long the networks for images learn that are not the paper's own.
 *
 * @param usual epochs; null for as many as those of the paper's own
 * @param exceptions epochs of some models
 */
public record BaselineEpochs(@Nullable Integer usual, Map<String, Integer> exceptions) {

  /** Those that there are. */
  static final List<String> MODELS =
      List.of(
          "classifier",
          "liu2020-finetuned",
          "outlier-exposure",
          "vae",
          "vae-published",
          "gan",
          "robust-rkm",
          "st-rkm-contaminated");

  static final BaselineEpochs AS_THE_PAPERS_OWN = new BaselineEpochs(null, Map.of());

  public BaselineEpochs {
    exceptions = Collections.unmodifiableMap(new TreeMap<>(exceptions));
  }

  /**
   * @param text such as {@code 100}, {@code vae=1600}, or both with a comma
   * @throws IllegalArgumentException for anything else
   */
  public static BaselineEpochs parse(String text) {
    Integer usual = null;
    Map<String, Integer> exceptions = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      int sign = part.indexOf('=');
      if (sign < 0 && usual != null) {
        throw new IllegalArgumentException(
            "two numbers of epochs for all, %d and %s".formatted(usual, part));
      } else if (sign < 0) {
        usual = epochs(part);
      } else {
        exceptions.put(known(part.substring(0, sign)), epochs(part.substring(sign + 1)));
      }
    }
    return new BaselineEpochs(usual, exceptions);
  }

  private static int epochs(String text) {
    if (!text.matches("0*[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException("epochs must be 1 or more, got '%s'".formatted(text));
    }
    return Integer.parseInt(text);
  }

  private static String known(String model) {
    if (!MODELS.contains(model)) {
      throw new IllegalArgumentException(
          "the paper compares with no network '%s'; choose of %s"
              .formatted(model, String.join(", ", MODELS)));
    }
    return model;
  }

  /**
   * @param ofThePapersOwn epochs
   */
  int of(String model, int ofThePapersOwn) {
    return exceptions.getOrDefault(model, usual == null ? ofThePapersOwn : usual);
  }
}
