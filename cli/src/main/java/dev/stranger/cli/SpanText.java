package dev.stranger.cli;

import dev.stranger.VisibleText;
import dev.stranger.score.JudgedRecording;
import dev.stranger.series.Span;
import java.io.PrintWriter;
import java.util.List;

/** Says when recordings were strange. */
final class SpanText {

  private static final int MOST = 30;

  private SpanText() {}

  static void print(List<JudgedRecording> judged, PrintWriter out) {
    long steps = judged.stream().mapToLong(one -> one.recording().steps()).sum();
    long strange = judged.stream().mapToLong(one -> one.steps().strange()).sum();
    int spans = judged.stream().mapToInt(one -> one.spans().size()).sum();
    out.printf(
        "%,d of %,d steps are strange (%.1f %%), in %,d %s%n",
        strange, steps, 100.0 * strange / steps, spans, spans == 1 ? "span" : "spans");
    int shown = 0;
    for (JudgedRecording one : judged) {
      for (Span span : one.spans()) {
        if (shown++ < MOST) {
          out.println(line(one, span));
        }
      }
    }
    if (shown > MOST) {
      out.printf("... and %,d more%n", shown - MOST);
    }
    out.flush();
  }

  private static String line(JudgedRecording judged, Span span) {
    String channel = span.channel().isEmpty() ? "" : ", most in " + span.channel();
    String steps =
        judged.recording().time(span.from(), judged.clock()).isEmpty()
            ? ""
            : " (steps %,d to %,d)".formatted(span.from(), span.to());
    return VisibleText.of(
        "%s: strange from %s to %s%s, p-value %.4g%s"
            .formatted(
                judged.recording().name(),
                judged.when(span.from()),
                judged.when(span.to()),
                steps,
                span.pValue(),
                channel));
  }
}
