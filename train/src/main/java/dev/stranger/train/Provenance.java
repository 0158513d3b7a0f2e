package dev.stranger.train;

import dev.stranger.DataException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Where a detector comes from. */
public final class Provenance {

  private Provenance() {}

  /** The version of Stranger, from its jar. */
  public static String version() {
    return version(Provenance.class);
  }

  /** The version of the library that trains, from its jar. */
  public static String libtorch() {
    return version(Tensor.class);
  }

  private static String version(Class<?> of) {
    String version = of.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Now, or the time that {@code SOURCE_DATE_EPOCH} sets for reproducible files. */
  static Instant created(Map<String, String> environment) {
    String seconds = environment.get("SOURCE_DATE_EPOCH");
    try {
      return seconds == null
          ? Instant.now().truncatedTo(ChronoUnit.SECONDS)
          : Instant.ofEpochSecond(Long.parseLong(seconds));
    } catch (NumberFormatException e) {
      throw new DataException(
          "SOURCE_DATE_EPOCH is '%s', not a number of seconds; mend or unset it".formatted(seconds),
          e);
    }
  }
}
