package dev.stranger.report;

import dev.stranger.report.svg.Lane;
import dev.stranger.report.svg.Lane.Mark;
import dev.stranger.report.svg.Markup;
import dev.stranger.score.JudgedRecording;
import java.util.List;

/** One recording: a lane for each channel, and one for how rare its steps are. */
final class RecordingLanes {

  /** How wide a recording can be stretched; the style knows as many. */
  private static final int[] WIDTHS = {1, 4, 16};

  /** Times that are named at the first width, and at the widest. */
  private static final int TIMES = 4;

  private RecordingLanes() {}

  static void write(Markup page, RecordingFindings findings, JudgedRecording judged) {
    String group = "zoom-" + findings.recordings().indexOf(judged);
    page.newLine().element("h3", judged.recording().name());
    page.open("div", "class", "zoom", "role", "group", "aria-label", "width of the recording");
    for (int width : WIDTHS) {
      String id = group + "-" + width;
      if (width == WIDTHS[0]) {
        page.empty("input", "type", "radio", "name", group, "id", id, "checked", "checked");
      } else {
        page.empty("input", "type", "radio", "name", group, "id", id);
      }
      page.element("label", width + "×", "for", id);
    }
    page.open("div", "class", "lanes", "tabindex", "0").open("div", "class", "wide");
    writeLanes(page, findings, judged);
    writeTimes(page, judged);
    page.close("div").close("div").close("div");
  }

  private static void writeLanes(Markup page, RecordingFindings findings, JudgedRecording judged) {
    List<Mark> marks =
        judged.spans().stream()
            .map(
                span ->
                    new Mark(
                        span.from(),
                        span.to(),
                        "#spans",
                        "%s to %s".formatted(judged.when(span.from()), judged.when(span.to()))))
            .toList();
    List<String> channels = findings.windowing().channels();
    for (int i = 0; i < channels.size(); i++) {
      float[] values = judged.recording().values()[i];
      Lane lane = Lane.of(channels.get(i), values);
      writeName(page, channels.get(i), lane);
      page.add(lane.draw(marks)).newLine();
    }
    Lane rarity =
        new Lane("rarity", rarity(judged.steps().pValues()), 0, -Math.log10(findings.smallest()));
    page.element("p", "rarity", "class", "lane");
    page.add(rarity.draw(marks, -Math.log10(findings.threshold()))).newLine();
  }

  private static void writeName(Markup page, String channel, Lane lane) {
    page.open("p", "class", "lane").text(channel);
    page.element(
        "span",
        " %s to %s".formatted(Words.number(lane.low()), Words.number(lane.high())),
        "class",
        "unit");
    page.close("p");
  }

  private static float[] rarity(float[] pValues) {
    float[] rarity = new float[pValues.length];
    for (int i = 0; i < rarity.length; i++) {
      rarity[i] = (float) -Math.log10(pValues[i]);
    }
    return rarity;
  }

  /** More of them as the recording becomes wider. */
  private static void writeTimes(Markup page, JudgedRecording judged) {
    int widest = WIDTHS[WIDTHS.length - 1];
    int count = TIMES * widest;
    int steps = judged.recording().steps();
    page.open("div", "class", "times");
    for (int i = 0; i < count; i++) {
      int step = (int) ((long) steps * i / count);
      String look = i % widest == 0 ? "" : i % (widest / WIDTHS[1]) == 0 ? "x4" : "x16";
      page.element(
          "span",
          judged.when(step),
          "class",
          look,
          "style",
          "left:%s%%".formatted(Words.decimals(100.0 * i / count, 2)));
    }
    page.close("div");
  }
}
