package dev.stranger.cli;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.Dataset;
import dev.stranger.Energies;
import dev.stranger.Verdict;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes verdicts, one a line, as they come. A file gets its name only when it is complete. */
final class VerdictWriter {

  private static final String CSV_HEAD =
      "sample,label,score,p_value,ood,full_energy,kpca_error,ae_loss,neg_corr\n";

  private final Dataset data;
  private final Writer writer;
  private final boolean json;
  private VerdictCount count = new VerdictCount(0, 0);

  private VerdictWriter(Dataset data, Writer writer, boolean json) {
    this.data = data;
    this.writer = writer;
    this.json = json;
  }

  /**
   * @param file null writes to {@code console}
   */
  static VerdictCount write(
      Judging judging, Dataset data, @Nullable Path file, PrintWriter console) {
    if (file == null) {
      VerdictCount count = write(judging, data, console, false);
      console.flush();
      return count;
    }
    String name = file.getFileName().toString();
    if (!name.endsWith(".csv") && !name.endsWith(".jsonl")) {
      throw new DataException("verdicts go to a .csv or a .jsonl file, not to " + file);
    }
    VerdictCount[] count = new VerdictCount[1];
    CompleteFile.write(
        file,
        out -> {
          Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          count[0] = write(judging, data, writer, name.endsWith(".jsonl"));
          writer.flush();
        });
    return count[0];
  }

  private static VerdictCount write(Judging judging, Dataset data, Writer writer, boolean json) {
    VerdictWriter verdicts = new VerdictWriter(data, writer, json);
    verdicts.line(json ? "" : CSV_HEAD);
    judging.judge(data, verdicts::add);
    return verdicts.count;
  }

  private void add(Verdict verdict, int label) {
    String sample = data.sampleName(count.samples());
    String labelName = label < 0 ? "" : data.labelNames().get(label);
    Energies energies = verdict.energies();
    line(
        String.format(
            Locale.ROOT,
            json
                ? "{\"sample\":%s,\"label\":%s,\"score\":%s,\"p_value\":%s,\"ood\":%s,"
                    + "\"full_energy\":%s,\"kpca_error\":%s,\"ae_loss\":%s,\"neg_corr\":%s}\n"
                : "%s,%s,%s,%s,%s,%s,%s,%s,%s\n",
            json ? jsonText(sample) : csvField(sample),
            json ? jsonText(labelName) : csvField(labelName),
            verdict.score(),
            verdict.pValue(),
            verdict.ood(),
            energies.fullEnergy(),
            energies.kpcaError(),
            energies.aeLoss(),
            energies.negCorr()));
    count = count.plus(verdict.ood());
  }

  private static String csvField(String text) {
    return text.matches("[^,\"\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String jsonText(String text) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  private void line(String text) {
    try {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
