package dev.stranger.data;

import dev.stranger.Dataset;
import dev.stranger.data.TableOptions.HeaderRow;
import dev.stranger.data.TableOptions.Strictness;
import dev.stranger.prepare.Reshape;
import java.nio.file.Path;
import java.util.List;

/**
 * Time series as the UCR archive stores them: one series a line, its label first, with tabs, commas
 * or blanks between the numbers.
 */
public final class UcrFile {

  private UcrFile() {}

  /** Samples are series of one channel: shape {@code 1xT}. */
  public static Dataset read(Path path) {
    Dataset rows =
        TableFile.read(
            new InputFile(path),
            TableOptions.DEFAULT
                .withLabel("1")
                .withHeader(HeaderRow.ABSENT)
                .with(Strictness.NUMBERS),
            LabelText::canonical);
    return rows.map(Reshape.toSeries(rows.shape()));
  }

  /** The TRAIN and the TEST file of one problem, after one another. */
  public static Dataset read(Path train, Path test) {
    return Concatenation.of(train.getFileName().toString(), List.of(read(train), read(test)));
  }
}
