package dev.stranger.paper;

import dev.stranger.report.ScrollBox;
import dev.stranger.report.Section;
import dev.stranger.report.svg.Markup;
import java.util.List;

/** A table of the paper, with further metrics that were measured. */
record TableSection(PaperTable table, List<TableBlock> blocks) implements Section {

  @Override
  public String id() {
    return table.key();
  }

  @Override
  public String title() {
    return table.title();
  }

  @Override
  public boolean present() {
    return !blocks.isEmpty();
  }

  @Override
  public void writeTo(Markup page) {
    page.element("p", table.guide());
    for (TableBlock block : blocks) {
      page.element("h3", block.heading());
      ScrollBox.write(page, block.heading(), () -> new PageTable(table, block).writeTo(page));
    }
  }
}
