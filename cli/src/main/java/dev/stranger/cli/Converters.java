package dev.stranger.cli;

import dev.stranger.StrangerException;
import dev.stranger.data.ImageOptions;
import dev.stranger.paper.experiment.BaselineEpochs;
import dev.stranger.train.TrainOptions;
import dev.stranger.train.rkm.RobustRkm;
import dev.stranger.train.suspect.Contamination;
import dev.stranger.train.torch.Compute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Read the values of options; a wrong one is refused before anything is done. */
final class Converters {

  private Converters() {}

  /** 1, 2, 3... */
  static final class Count implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
      int count = number(text, Integer::valueOf, "a whole number");
      require(count >= 1, "must be 1 or more", text);
      return count;
    }
  }

  /** 0, 1, ... as many thumbnails as a detector file holds. */
  static final class GallerySize implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
      int count = number(text, Integer::valueOf, "a whole number");
      return read(text, any -> TrainOptions.DEFAULT.withGallery(count)).gallery();
    }
  }

  /** A folder that is there. */
  static final class Folder implements ITypeConverter<Path> {

    @Override
    public Path convert(String text) {
      Path folder = read(text, Path::of);
      require(Files.isDirectory(folder), "must be a folder that is there", text);
      return folder;
    }
  }

  /** Milliseconds, up to a second. */
  static final class Millis implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
      double millis = number(text, Double::valueOf, "a number");
      require(millis >= 0 && millis <= 1000, "must lie between 0 and 1000", text);
      return Duration.ofNanos(Math.round(1e6 * millis));
    }
  }

  /** Megabytes, as bytes. */
  static final class Megabytes implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
      int megabytes = number(text, Integer::valueOf, "a whole number");
      require(megabytes >= 1 && megabytes <= 1024, "must lie between 1 and 1024", text);
      return megabytes << 20;
    }
  }

  /** A probability that leaves something to say. */
  static final class Share implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
      double share = number(text, Double::valueOf, "a number");
      require(share > 0 && share < 1, "must lie between 0 and 1, such as 0.05", text);
      return share;
    }
  }

  /** Where to learn, whether it is here or not. */
  static final class DeviceName implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
      return read(text, Compute::requireKnown);
    }
  }

  /** {@code 64} or {@code 48x64}. */
  static final class Size implements ITypeConverter<ImageOptions.Size> {

    @Override
    public ImageOptions.Size convert(String text) {
      return read(text, ImageOptions.Size::parse);
    }
  }

  /** {@code 0-1} or {@code 0-255}, as the largest value. */
  static final class TopValue implements ITypeConverter<Float> {

    @Override
    public Float convert(String text) {
      return switch (text) {
        case "0-1" -> 1f;
        case "0-255" -> 255f;
        default ->
            throw new TypeConversionException("'%s' is neither 0-1 nor 0-255".formatted(text));
      };
    }
  }

  /** What the robust RKM takes for a share of strangers. */
  static final class StrangerShare implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
      double share = number(text, Double::valueOf, "a number");
      return read(text, any -> new RobustRkm(share)).contamination();
    }
  }

  /** {@code auto}, or a share of strangers. */
  static final class ContaminationValue implements ITypeConverter<Contamination> {

    @Override
    public Contamination convert(String text) {
      return read(text, Contamination::parse);
    }
  }

  /** {@code 100} or {@code 100,vae=1600}. */
  static final class Epochs implements ITypeConverter<BaselineEpochs> {

    @Override
    public BaselineEpochs convert(String text) {
      return read(text, BaselineEpochs::parse);
    }
  }

  /** The value of an enumeration that a word stands for, as help shows it: in small letters. */
  static <E extends Enum<E>> E choice(Class<E> kind, String text) {
    E[] known = kind.getEnumConstants();
    return Arrays.stream(known)
        .filter(value -> word(value).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'%s' is none of %s"
                        .formatted(
                            text,
                            Arrays.stream(known)
                                .map(Converters::word)
                                .collect(Collectors.joining(", ")))));
  }

  /** What a person types for a value of an enumeration. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** By those who know what is right, and say what is wrong. */
  private static <T> T read(String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException | StrangerException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static <T> T number(String text, Function<String, T> parser, String kind) {
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'%s' is not %s".formatted(text, kind));
    }
  }

  private static void require(boolean holds, String rule, String text) {
    if (!holds) {
      throw new TypeConversionException("%s, got %s".formatted(rule, text));
    }
  }
}
