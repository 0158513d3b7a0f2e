package dev.stranger.stream;

import dev.stranger.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * A record with its verdict, or with the reason why it has none. Exactly one of the two is there.
 * {@link FlinkStreams#judgedType} says how Flink moves it.
 *
 * @param value the record
 * @param verdict null when the record could not be judged
 * @param problem why it could not, in one line
 */
public record Judged<T>(T value, @Nullable Verdict verdict, @Nullable String problem) {

  public Judged {
    if ((verdict == null) == (problem == null)) {
      throw new IllegalArgumentException(
          "a record has a verdict or a problem, got %s and %s".formatted(verdict, problem));
    }
  }

  static <T> Judged<T> as(T value, Verdict verdict) {
    return new Judged<>(value, verdict, null);
  }

  static <T> Judged<T> invalid(T value, String problem) {
    return new Judged<>(value, null, problem);
  }
}
