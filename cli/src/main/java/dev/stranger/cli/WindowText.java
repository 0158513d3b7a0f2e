package dev.stranger.cli;

import dev.stranger.Dataset;
import dev.stranger.VisibleText;
import dev.stranger.series.Windowed;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says how recordings were read. */
final class WindowText {

  private static final int MOST = 30;

  private WindowText() {}

  /** Of windows those that do not overlap: others are nearly alike, and no samples of their own. */
  static Dataset apart(Dataset samples) {
    @Nullable Windowed windows = samples.windows();
    if (windows == null) {
      return samples;
    }
    BitSet apart = new BitSet();
    Arrays.stream(windows.apart(samples.size())).forEach(apart::set);
    return samples.where(index -> apart.get((int) index));
  }

  /** Nothing where samples are no windows. */
  static void say(Dataset samples, PrintWriter out) {
    @Nullable Windowed windows = samples.windows();
    if (windows != null) {
      int stride = windows.windowing().stride();
      out.printf(
          "windows of %,d steps, one every %s; recordings: %,d; channels: %s%n",
          windows.windowing().length(),
          stride == 1 ? "step" : "%,d steps".formatted(stride),
          windows.recordings().size(),
          VisibleText.some(windows.windowing().channels()));
      sayNotes(samples, out);
      new ChannelText(windows).say(out);
    }
  }

  /** What was done to the recordings while they were read. */
  static void sayNotes(Dataset samples, PrintWriter out) {
    @Nullable Windowed windows = samples.windows();
    if (windows != null) {
      List<String> notes = windows.notes();
      notes.stream().limit(MOST).forEach(out::println);
      if (notes.size() > MOST) {
        out.printf("... and %,d more lines%n", notes.size() - MOST);
      }
    }
  }
}
