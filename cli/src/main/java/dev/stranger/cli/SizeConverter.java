package dev.stranger.cli;

import dev.stranger.data.ImageOptions.Size;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 64} or {@code 48x64}. */
final class SizeConverter implements ITypeConverter<Size> {

  @Override
  public Size convert(String text) {
    try {
      return Size.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
