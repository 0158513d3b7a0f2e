package dev.stranger.cli;

import dev.stranger.DataException;
import dev.stranger.train.torch.Compute;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options that can be refused before anything is read or done. */
final class Limited {

  private Limited() {}

  /** 1, 2, 3... */
  static final class Count implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
      int count = number(text, Integer::valueOf, "a whole number");
      require(count >= 1, "must be 1 or more", text);
      return count;
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
      try {
        return Compute.requireKnown(text);
      } catch (DataException e) {
        throw new TypeConversionException(e.getMessage());
      }
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
