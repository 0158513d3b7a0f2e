package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.Dataset;
import dev.stranger.MemoryDataset;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.cli.CommandLineTest.Outcome;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.Trainer;
import dev.stranger.train.loop.TrainingPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScratchOptionTest {

  @ParameterizedTest
  @ValueSource(strings = {"train", "guard --model m.onnx"})
  void aFolderThatIsNotThereIsRefusedBeforeAnythingIsRead(String command) {
    String all = command + " --data nowhere --out x.onnx --scratch no-such-folder";
    Outcome outcome = CommandLineTest.run(all.split(" "));
    assertThat(outcome.err()).contains("must be a folder that is there, got no-such-folder");
    assertThat(outcome.code()).isEqualTo(2);
  }

  @Test
  void thePlanSaysHowMuchOfItIsTaken() {
    Dataset rows = MemoryDataset.of("rows", Shape.of(1000), Range.ANY, new float[1000][1000]);
    TrainingPlan plan = Trainer.plan(rows, TrainOptions.DEFAULT.withDevice("cpu"));
    assertThat(PlanText.of(plan)).doesNotContain("scratch");
    assertThat(PlanText.of(plan.inFile((int) rows.size())))
        .contains(" of memory, 1 MB of scratch space, a file of");
  }
}
