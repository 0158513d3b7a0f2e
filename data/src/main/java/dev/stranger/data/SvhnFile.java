package dev.stranger.data;

import dev.stranger.Cursor;
import dev.stranger.Dataset;
import dev.stranger.Header;
import dev.stranger.Range;
import dev.stranger.Shape;
import dev.stranger.data.RecordCursor.Records;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Street View House Numbers as published, {@code test_32x32.mat}: an array {@code X} of 32 x 32 x 3
 * x N bytes and an array {@code y} of N labels, where 10 stands for the digit 0. Streams the
 * images; the labels are read once.
 */
public final class SvhnFile {

  public static final List<String> LABEL_NAMES =
      List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");

  private SvhnFile() {}

  public static Dataset read(Path path) {
    InputFile file = new InputFile(path);
    try (MatArray images = MatArray.open(file, "X");
        MatArray digits = MatArray.open(file, "y")) {
      ArrayHeader array = images.header();
      checkImages(file, array);
      int[] labels = labels(file, digits, count(array));
      int[] d = array.dimensions();
      Shape shape = Shape.image(d[2], d[0], d[1]);
      String name = path.getFileName().toString();
      Header header = new Header(name, shape, Range.GREY_LEVELS, labels.length, LABEL_NAMES);
      return new StreamedDataset(header, () -> cursor(file, shape, labels));
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  private static int count(ArrayHeader array) {
    // MATLAB drops a last dimension of one.
    return array.rank() == 4 ? array.dimensions()[3] : 1;
  }

  private static void checkImages(InputFile file, ArrayHeader array) {
    int[] d = array.dimensions();
    boolean images = (d.length == 3 || d.length == 4) && d[2] == 3 && d[0] * (long) d[1] < 1 << 20;
    if (!images || array.type() != NumberType.UINT8) {
      throw file.damaged(
          "holds X as %s of %s, expected height x width x 3 x N of UINT8"
              .formatted(array.describe(), array.type()));
    }
  }

  private static int[] labels(InputFile file, MatArray digits, int images) throws IOException {
    if (digits.header().count() != images) {
      throw file.damaged(
          "has %s labels for %d images; get a new copy"
              .formatted(digits.header().describe(), images));
    }
    float[] values = digits.readAll();
    int[] labels = new int[images];
    for (int i = 0; i < images; i++) {
      if (values[i] != (int) values[i] || values[i] < 0 || values[i] > 10) {
        throw file.damaged(
            "has label %s at image %d, SVHN has 1 to 10; get a new copy".formatted(values[i], i));
      }
      labels[i] = (int) values[i] % 10;
    }
    return labels;
  }

  private static Cursor cursor(InputFile file, Shape shape, int[] labels) {
    try {
      MatArray images = MatArray.open(file, "X");
      return new RecordCursor(
          file,
          new Records(images.numbers(), labels.length, shape.size(), images.header().order()),
          shape.size(),
          (index, record, target, offset) -> {
            rowsFirst(shape, record, target, offset);
            return labels[(int) index];
          });
    } catch (IOException e) {
      throw file.damaged(e);
    }
  }

  /** MATLAB stores a channel column by column; images here go row by row. */
  private static void rowsFirst(Shape shape, ByteBuffer record, float[] target, int offset) {
    int height = shape.height();
    int width = shape.width();
    int size = shape.size();
    for (int from = 0; from < size; from++) {
      int y = from % height;
      int x = from / height % width;
      int channel = from / (height * width);
      target[offset + (channel * height + y) * width + x] = record.get(from) & 0xff;
    }
  }
}
