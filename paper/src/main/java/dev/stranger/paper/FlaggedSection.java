package dev.stranger.paper;

import dev.stranger.Range;
import dev.stranger.report.Pixels;
import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** Samples that were flagged, rows of ten for each set. */
record FlaggedSection(List<FlaggedSamples> sets) implements Section {

  @Override
  public String id() {
    return "flagged";
  }

  @Override
  public String title() {
    return "Samples that were flagged";
  }

  @Override
  public boolean present() {
    return sets.stream().anyMatch(set -> !set.samples().isEmpty());
  }

  @Override
  public void writeTo(Markup page) {
    for (FlaggedSamples set : sets) {
      String title = SetTitle.of(set.set());
      page.element("h3", title).open("div", "class", "thumbs");
      for (float[] sample : set.samples()) {
        String image = Pixels.of(set.shape(), sample).reduced().image(Range.UNIT);
        page.empty("img", "src", image, "alt", "a flagged sample of " + title);
      }
      page.close("div").newLine();
    }
  }
}
