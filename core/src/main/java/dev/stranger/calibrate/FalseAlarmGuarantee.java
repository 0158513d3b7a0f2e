package dev.stranger.calibrate;

import dev.stranger.Calibration;
import dev.stranger.RequestException;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * What is guaranteed of normal samples: how many of them are flagged at most. A guarantee is made
 * before there are scores; {@link #boundFor} turns it into a line through so many of them.
 * Immutable and thread-safe.
 *
 * @param falseAlarmRate share of normal samples that is flagged at most
 * @param risk probability of a draw of held-out samples with which the rate is higher; null when
 *     the rate holds on average over such draws
 */
public record FalseAlarmGuarantee(double falseAlarmRate, @Nullable Double risk) {

  private static final MathContext THREE_DIGITS = new MathContext(3);

  public FalseAlarmGuarantee {
    Require.inside("false-alarm rate", falseAlarmRate);
    if (risk != null) {
      Require.inside("risk", risk);
    }
  }

  public static FalseAlarmGuarantee onAverage(double falseAlarmRate) {
    return new FalseAlarmGuarantee(falseAlarmRate, null);
  }

  /** How many held-out scores it takes to keep the guarantee and still flag something. */
  public long neededScores() {
    return risk == null
        ? Calibration.neededFor(falseAlarmRate)
        : FalseAlarmBound.neededFor(falseAlarmRate, risk);
  }

  /**
   * @throws RequestException when there are too few scores, with the number needed
   */
  public FalseAlarmBound boundFor(int calibrationSize) {
    return risk == null
        ? FalseAlarmBound.onAverage(calibrationSize, falseAlarmRate)
        : FalseAlarmBound.of(calibrationSize, falseAlarmRate, risk);
  }

  /** What is asked for, as part of a sentence. */
  public String asked() {
    return "a false-alarm rate of %s%s"
        .formatted(plain(falseAlarmRate), risk == null ? "" : " at a risk of " + plain(risk));
  }

  /** The guarantee as part of a sentence about normal samples. */
  public String inWords() {
    return risk == null
        ? "at most %s %% on average".formatted(percent(falseAlarmRate))
        : "at most %s %%, with a risk of %s %% that it is more"
            .formatted(percent(falseAlarmRate), percent(risk));
  }

  private static String plain(double share) {
    return BigDecimal.valueOf(share).stripTrailingZeros().toPlainString();
  }

  /** A share in percent, in three digits at most. */
  public static String percent(double share) {
    return BigDecimal.valueOf(100 * share).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }
}
