package dev.stranger.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stranger.server.live.SeenFiles.Look;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;

final class SeenFilesTest {

  private static final String NAME = "picture";

  private final SeenFiles files = new SeenFiles();

  private static Look written(int second) {
    return new Look(FileTime.fromMillis(1000 * second), 5, null);
  }

  /** After how many looks it is tried. */
  private int looksUntilTried(Look look) {
    int looks = 1;
    while (!files.isDue(NAME, look) && looks < 100) {
      looks++;
    }
    files.tried(NAME, look);
    return looks;
  }

  @Test
  void aFileIsTriedOnceWhenItHasSettled() {
    assertThat(looksUntilTried(written(1))).isEqualTo(2);
    assertThat(looksUntilTried(written(1))).isEqualTo(100);
    assertThat(files.isDue(NAME, written(2))).isFalse();
    assertThat(looksUntilTried(written(3))).isEqualTo(2);
  }

  @Test
  void aFileThatMayWorkLaterIsTriedAgainAfterAPauseUntilItDoes() {
    looksUntilTried(written(1));
    for (int i = 0; i < 3; i++) {
      files.postpone(NAME);
      assertThat(looksUntilTried(written(1))).isEqualTo(10);
    }
    assertThat(looksUntilTried(written(1))).isEqualTo(100);
  }

  @Test
  void aFileThatIsWrittenAnewDoesNotWaitForThePause() {
    looksUntilTried(written(1));
    files.postpone(NAME);
    assertThat(looksUntilTried(written(2))).isEqualTo(2);
  }

  @Test
  void aPostponedFileIsNamedOncePerChange() {
    for (int version = 1; version < 3; version++) {
      looksUntilTried(written(version));
      assertThat(files.postpone(NAME)).isTrue();
      looksUntilTried(written(version));
      assertThat(files.postpone(NAME)).isFalse();
    }
    files.forget(NAME);
    looksUntilTried(written(2));
    assertThat(files.postpone(NAME)).isTrue();
  }
}
