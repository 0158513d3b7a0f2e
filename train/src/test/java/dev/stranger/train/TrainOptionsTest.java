package dev.stranger.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stranger.DataException;
import dev.stranger.Shape;
import dev.stranger.calibrate.FalseAlarmGuarantee;
import dev.stranger.train.baseline.Classifier;
import dev.stranger.train.baseline.Exposure;
import dev.stranger.train.baseline.Strangers;
import dev.stranger.train.loop.LearningOptions;
import dev.stranger.train.method.Method;
import dev.stranger.train.method.ObjectiveOptions;
import dev.stranger.train.net.NetworkOptions;
import dev.stranger.train.rkm.StRkm;
import dev.stranger.train.suspect.Contamination;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrainOptionsTest {

  /** Kept results are found by this text: who changes it must migrate them. */
  @Test
  void theTextOfTheSettingsStaysAsItIs() {
    Method method = Classifier.DEFAULT.withExposure(Exposure.energyMargins(Strangers.made()));
    TrainOptions options =
        TrainOptions.paperFor(Shape.image(1, 28, 28)).with(method).withSeed(3).withDevice("cuda:0");
    assertThat(options.text())
        .isEqualTo(
            """
            method=classifier
            method.energies=energy, max_softmax
            method.exposure=energy margins -23.0 and -5.0, weight 0.1, share of the epochs 0.1, \
            strangers: altered training samples
            method.mahalanobis_epsilon=0.0014
            method.odin_epsilon=0.0014
            method.odin_temperature=1000.0
            method.temperature=10.0
            network.kind=auto
            network.activation=leaky_relu
            network.capacity=40
            network.hidden=256
            network.features=auto
            objective.loss=auto
            objective.variant=deterministic
            objective.subspace=10
            objective.may_fill_space=false
            objective.lambda=100.0
            objective.noise=0.001
            objective.input_noise=0.0
            learning.epochs=1600
            learning.batch_size=256
            learning.partial_batch=true
            learning.rate=2.0E-4
            learning.stiefel_rate=1.0E-4
            learning.schedule=constant
            learning.patience=0
            calibration.share=0.1
            calibration.false_alarm_rate=0.05
            calibration.risk=none
            calibration.by_label=false
            calibration.score=full_energy
            seed=3
            device=cuda:0""");
  }

  @Test
  void noOptionIsMissingInTheText() {
    assertThat(count("network.")).isEqualTo(components(NetworkOptions.class));
    assertThat(count("objective.")).isEqualTo(components(ObjectiveOptions.class));
    assertThat(count("learning.")).isEqualTo(components(LearningOptions.class));
    assertThat(count("calibration."))
        .isEqualTo(
            components(CalibrationOptions.class) - 2 + components(FalseAlarmGuarantee.class));
    // Leaving one out is told when somebody chose it: older texts do not have it.
    CalibrationOptions chosen = CalibrationOptions.DEFAULT.withLeaveOneOut(true);
    assertThat(TrainOptions.DEFAULT.with(chosen).settings())
        .containsEntry("calibration.leave_one_out", "true");
    // All but recordSteps, gallery and scratch, which change no verdict; the others are told above.
    assertThat(components(TrainOptions.class)).isEqualTo(11);
  }

  @Test
  void aContaminationIsInTheTextOfThoseAloneWhoAskForOne() {
    assertThat(TrainOptions.DEFAULT.text()).doesNotContain("contamination");
    assertThat(TrainOptions.DEFAULT.withContamination(Contamination.AUTO).text())
        .contains("\ncontamination=auto\n");
    assertThat(TrainOptions.DEFAULT.withContamination(Contamination.of(0.05)).text())
        .contains("\ncontamination=0.05\n");
  }

  @Test
  void aScoreThatWouldBeZeroForEverySampleIsRefusedBeforeTraining() {
    Shape series = Shape.of(1, 140);
    TrainOptions paper = TrainOptions.paperFor(series);
    TrainOptions kpcaError = paper.with(CalibrationOptions.DEFAULT.withScore(StRkm.KPCA_ERROR));
    assertThatThrownBy(() -> kpcaError.chosenFor(series, 1000))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("all 10 features")
        .hasMessageContaining("full_energy");
    assertThat(paper.chosenFor(series, 1000).objective().subspace()).isEqualTo(10);
  }

  @Test
  void seriesLearnFromMoreAndLargerBatchesThanRows() {
    LearningOptions rows = TrainOptions.DEFAULT.chosenFor(Shape.of(140), 219).learning();
    assertThat(rows.batchSize()).isEqualTo(16);
    assertThat(steps(rows, 219)).isBetween(900, 1000);
    Shape series = Shape.of(1, 140);
    LearningOptions many = TrainOptions.DEFAULT.chosenFor(series, 219).learning();
    assertThat(many.batchSize()).isEqualTo(32);
    assertThat(steps(many, 219)).isBetween(1400, 1500);
    // Of so few that a model is trained for each of them, time matters more.
    LearningOptions few = TrainOptions.DEFAULT.chosenFor(series, 56, true).learning();
    assertThat(few.batchSize()).isEqualTo(16);
    assertThat(steps(few, 56)).isBetween(900, 1000);
  }

  private static int steps(LearningOptions learning, int samples) {
    return learning.epochs() * (samples / learning.batchSize());
  }

  private static long count(String prefix) {
    Set<String> names = TrainOptions.DEFAULT.settings().keySet();
    return names.stream().filter(name -> name.startsWith(prefix)).count();
  }

  private static long components(Class<? extends Record> type) {
    return type.getRecordComponents().length;
  }

  @Test
  void noSettingOfAMethodIsMissingInTheText() {
    NamedMethod.Given given = new NamedMethod.Given(Strangers.made(), 0.1);
    for (NamedMethod named : NamedMethod.values()) {
      Method method = named.make(given);
      int settings = method instanceof StRkm ? 1 : method.settings().size(); // its key tells
      assertThat(settings)
          .as(method.key())
          .isEqualTo(method.getClass().getRecordComponents().length);
    }
    assertThat(new StRkm(true).key()).isNotEqualTo(new StRkm(false).key());
  }

  @Test
  void strangersThatAreGivenAreToldByWhatTheyHold() {
    Stream<Strangers> some = Stream.of(1, 2).map(seed -> Strangers.given(TestData.table(30, seed)));
    assertThat(some.map(Exposure::uniform).map(Classifier.DEFAULT::withExposure))
        .extracting(Classifier::settings)
        .doesNotHaveDuplicates();
  }
}
