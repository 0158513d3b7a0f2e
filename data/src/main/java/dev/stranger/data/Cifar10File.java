package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.RecordCursor.Records;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The binary version of CIFAR-10: one label byte, then 3 x 32 x 32 pixels, and the next image. */
public final class Cifar10File {

  public static final List<String> LABEL_NAMES =
      List.of(
          "airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck");

  private static final Shape SHAPE = Shape.image(3, 32, 32);
  private static final int RECORD = 1 + SHAPE.size();

  private Cifar10File() {}

  public static Dataset read(Path path) {
    InputFile file = new InputFile(path);
    try {
      long bytes = Files.size(path);
      if (bytes == 0 || bytes % RECORD != 0) {
        throw file.damaged(
            "has %d bytes, not a multiple of the %d of a CIFAR-10 image; get a new copy"
                .formatted(bytes, RECORD));
      }
      Header header =
          new Header(
              path.getFileName().toString(), SHAPE, Range.GREY_LEVELS, bytes / RECORD, LABEL_NAMES);
      return new StreamedDataset(header, () -> cursor(file, header.size()));
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private static Cursor cursor(InputFile file, long count) {
    try {
      Records records = new Records(file.open(), count, RECORD, ByteOrder.BIG_ENDIAN);
      return new RecordCursor(
          file,
          records,
          SHAPE.size(),
          (index, record, target, offset) -> {
            NumberType.UINT8.decode(record.slice(1, SHAPE.size()), target, offset, SHAPE.size());
            return label(file, index, record);
          });
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private static int label(InputFile file, long index, ByteBuffer record) {
    int label = record.get(0) & 0xff;
    if (label >= LABEL_NAMES.size()) {
      throw file.damaged(
          "has label %d at image %d, CIFAR-10 has 0 to 9; get a new copy".formatted(label, index));
    }
    return label;
  }
}
