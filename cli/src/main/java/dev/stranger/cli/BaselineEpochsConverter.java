package dev.stranger.cli;

import dev.stranger.paper.experiment.BaselineEpochs;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 100} or {@code 100,vae=1600}. */
final class BaselineEpochsConverter implements ITypeConverter<BaselineEpochs> {

  @Override
  public BaselineEpochs convert(String text) {
    try {
      return BaselineEpochs.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
