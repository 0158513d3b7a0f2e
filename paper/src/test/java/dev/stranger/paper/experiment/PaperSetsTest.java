package dev.stranger.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperSetsTest {

  @TempDir private Path folder;

  /** Whoever asked first must not decide how much of it others see. */
  @Test
  void aSetThatIsJudgedInPartIsLearntFromAsAWhole() throws IOException {
    Effort effort =
        new Effort(
            40, 10, 1, 1, BaselineEpochs.AS_THE_PAPERS_OWN, false, 8, 2, Effort.QUICK.sweep());
    PaperSets sets = new PaperSets(SmallSets.in(folder), effort);
    PaperSet judged = sets.strangers("mnist");
    PaperSet learnt = sets.auxiliary("mnist:test");
    assertThat(judged.data().size()).isEqualTo(10);
    assertThat(learnt.data().size()).isEqualTo(40);
    assertThat(learnt.identity()).isNotEqualTo(judged.identity());
    assertThat(sets.strangers("mnist")).isSameAs(judged);
    assertThat(judged.published()).isEqualTo(60);
    assertThat(judged.identity()).endsWith(", of 60 published");
  }
}
