package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.MemoryDataset;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitTest {

  private static final CalibrationOptions BY_LABEL = CalibrationOptions.DEFAULT.withByLabel(true);

  /** Squares and ellipses in plenty, and some hearts. */
  private static MemoryDataset shapes(int hearts) {
    MemoryDataset all = TestData.images("sprites:size=4000", 8).inMemory();
    int[] left = {1000, 1000, hearts};
    BitSet kept = new BitSet();
    for (int i = 0; i < all.size(); i++) {
      kept.set(i, left[all.label(i)]-- > 0);
    }
    return all.where(i -> kept.get((int) i)).inMemory();
  }

  @Test
  void everySampleIsLearntFromOrHeldOut() {
    MemoryDataset data = shapes(100);
    Split split = Split.of(data, BY_LABEL, 7);
    int[] all =
        IntStream.concat(Arrays.stream(split.fit()), Arrays.stream(split.heldOut()))
            .sorted()
            .toArray();
    assertThat(all).containsExactly(IntStream.range(0, (int) data.size()).toArray());
  }

  /** Else p-values among all would be ranks among too many hearts. */
  @Test
  void samplesForSmallLabelsDoNotJoinThoseDrawnFromAll() {
    MemoryDataset data = shapes(100);
    Split plain = Split.of(data, CalibrationOptions.DEFAULT, 7);
    Split byLabel = Split.of(data, BY_LABEL, 7);
    assertThat(byLabel.calibration()).containsExactly(plain.calibration());
    assertThat(plain.extra()).isEmpty();
    assertThat(Collections.frequency(byLabel.heldOutLabels(data), "heart")).isEqualTo(19);
  }

  @Test
  void everyLabelHasWhatTheGuaranteeNeeds() {
    FalseAlarmGuarantee sure = new FalseAlarmGuarantee(0.05, 0.05);
    MemoryDataset data = shapes(240);
    for (long seed = 0; seed < 20; seed++) {
      Split split = Split.of(data, BY_LABEL.withGuarantee(sure), seed);
      for (String label : data.labelNames()) {
        assertThat(Collections.frequency(split.heldOutLabels(data), label))
            .as("%s, seed %d", label, seed)
            .isGreaterThanOrEqualTo(59);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.05, 34", "0.1, 0.01, 114", "0.5, 0.1, 17", "0.9, 0.2, 4"})
  void theNumberThatIsNamedIsTheFewestThatWillDo(double share, double rate, int fewest) {
    CalibrationOptions options =
        new CalibrationOptions(
            share, FalseAlarmGuarantee.onAverage(rate), false, CalibrationOptions.USUAL, false);
    assertThat(options.sizeFor("x", fewest)).isGreaterThanOrEqualTo((int) Math.round(1 / rate) - 1);
    assertThatThrownBy(() -> options.sizeFor("x", fewest - 1))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "x has %d samples, a false-alarm rate of %s needs at least %d; add samples or raise it",
            fewest - 1, rate, fewest);
  }

  @Test
  void aSmallSetHoldsOutNoMoreThanTheGuaranteeNeeds() {
    CalibrationOptions usual = CalibrationOptions.DEFAULT;
    assertThat(usual.sizeFor("x", 34)).isEqualTo(19);
    assertThat(usual.sizeFor("x", 140)).isEqualTo(19);
    assertThat(usual.sizeFor("x", 155)).isEqualTo(19);
    assertThat(usual.sizeFor("x", 156)).isEqualTo(39);
    assertThat(usual.sizeFor("x", 500)).isEqualTo(100);
  }

  @Test
  void noMoreAreHeldOutThanAGraphComparesCheaply() {
    CalibrationOptions usual = CalibrationOptions.DEFAULT;
    assertThat(usual.sizeFor("x", 400_000)).isEqualTo(40_000);
    assertThat(usual.sizeFor("x", 10_000_000)).isEqualTo(50_000);
    assertThat(usual.withShare(0.9).sizeFor("x", 1_000_000)).isEqualTo(50_000);
    FalseAlarmGuarantee rare = FalseAlarmGuarantee.onAverage(1e-5);
    assertThat(usual.withGuarantee(rare).sizeFor("x", 10_000_000)).isEqualTo(99_999);
  }

  @Test
  void aLabelWithTooFewSamplesIsNamed() {
    MemoryDataset data = shapes(33);
    assertThatThrownBy(() -> Split.of(data, BY_LABEL, 7))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "label 'heart' of sprites:size=4000 has 33 samples, a false-alarm rate of 0.05 needs at"
                + " least 34; add samples or raise it");
    assertThatThrownBy(() -> Split.of(TestData.table(300, 1), BY_LABEL, 7))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("table has samples without a label");
  }
}
