package dev.stranger.cli;

import dev.stranger.CompleteFile;
import dev.stranger.DataException;
import dev.stranger.data.DataFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The files that a command writes, looked at before the work begins: each can be written, and is
 * neither read by the same command nor written by another of its options.
 */
final class Outputs {

  private record Taken(String option, Path path) {}

  private final CommandSpec spec;
  private final List<Taken> taken = new ArrayList<>();

  Outputs(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * @param data as a person types it: a path, one with a part behind a colon, or a name
   */
  Outputs read(String option, @Nullable String data) {
    if (data != null) {
      int colon = data.lastIndexOf(':');
      Stream.of(data, colon < 0 ? data : data.substring(0, colon))
          .flatMap(name -> path(name).stream())
          .forEach(path -> taken.add(new Taken(option, path)));
    }
    return this;
  }

  private static Optional<Path> path(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws ParameterException when it is the file of another option, or a picture among those that
   *     are read
   * @throws DataException when it cannot be written
   */
  Outputs write(String option, @Nullable Path file) {
    if (file != null) {
      CompleteFile.requireWritable(file);
      taken.forEach(other -> requireApart(option, file, other));
      taken.add(new Taken(option, file));
    }
    return this;
  }

  /** The same for a picture, which has to be a PNG file. */
  Outputs writePicture(String option, @Nullable Path file) {
    if (file != null && !file.toString().endsWith(".png")) {
      throw wrong("%s is a PNG file, such as curve.png, got %s".formatted(option, file));
    }
    return write(option, file);
  }

  /**
   * The same for files in a folder, which may not be one that is read.
   *
   * @param names of the files
   */
  Outputs writeFolder(String option, @Nullable Path folder, List<String> names) {
    if (folder != null) {
      for (Taken other : taken) {
        if (isInside(folder, other.path())) {
          throw wrong(
              "%s %s lies in the folder of %s; choose another place"
                  .formatted(option, folder, other.option()));
        }
      }
      names.forEach(name -> write(option, folder.resolve(name)));
    }
    return this;
  }

  private void requireApart(String option, Path file, Taken other) {
    if (real(file).equals(real(other.path()))) {
      throw wrong(
          "%s %s is the file of %s, which would be lost; choose another"
              .formatted(option, file, other.option()));
    }
    if (isInside(file, other.path()) && DataFiles.isPart(file, other.path())) {
      throw wrong(
          "%s %s lies among the files of %s and would become one of them; choose another place"
              .formatted(option, file, other.option()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Whether a path is a folder that exists, or lies in it. */
  private static boolean isInside(Path path, Path folder) {
    return Files.isDirectory(folder) && real(path).startsWith(real(folder));
  }

  /** The path without links, as far as it exists. */
  private static Path real(Path path) {
    Path whole = path.toAbsolutePath().normalize();
    try {
      return Files.exists(whole) || whole.getParent() == null
          ? whole.toRealPath()
          : real(whole.getParent()).resolve(whole.getFileName());
    } catch (IOException e) {
      return whole;
    }
  }
}
