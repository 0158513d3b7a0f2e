package dev.stranger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.calibrate.FalseAlarmGuarantee;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class GuaranteeOptionsTest {

  private static final FalseAlarmGuarantee TRAINED = new FalseAlarmGuarantee(0.05, 0.01);

  private static FalseAlarmGuarantee asked(String... args) {
    return CommandLine.populateCommand(new GuaranteeOptions(), args).or(TRAINED);
  }

  @Test
  void whatIsNotGivenIsAsTrained() {
    assertThat(asked()).isEqualTo(TRAINED);
    assertThat(asked("--false-alarm", "0.1")).isEqualTo(new FalseAlarmGuarantee(0.1, 0.01));
    assertThat(asked("--risk", "0.2")).isEqualTo(new FalseAlarmGuarantee(0.05, 0.2));
    assertThat(asked("--false-alarm", "0.1", "--risk", "0.2"))
        .isEqualTo(new FalseAlarmGuarantee(0.1, 0.2));
  }
}
