package dev.stranger.paper.experiment;

import dev.stranger.DataException;
import dev.stranger.Sha256;
import dev.stranger.data.catalogue.Catalogue;
import dev.stranger.data.catalogue.Download;
import dev.stranger.data.catalogue.FileSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;

/** Which files the named sets were read from, so that others can tell theirs from them. */
record DataFileSums(Catalogue catalogue) {

  /** Of one file, and whether it is the published one. */
  record Sum(String sha256, FileSet.State state) {

    @Override
    public String toString() {
      return sha256 + ", " + state;
    }
  }

  /**
   * Of each file of some sets that is here. Reads all of them.
   *
   * @param names of the catalogue, with or without parts; other names are passed over
   */
  Map<String, Sum> of(Iterable<String> names) {
    Map<String, Sum> sums = new TreeMap<>();
    for (String name : names) {
      catalogue.sets().stream()
          .filter(set -> set.name().equals(name.split(":", 2)[0]))
          .filter(FileSet.class::isInstance)
          .forEach(set -> add((FileSet) set, sums));
    }
    return sums;
  }

  private void add(FileSet set, Map<String, Sum> sums) {
    for (Download download : set.downloads()) {
      for (String file : download.files()) {
        set.copy(file, catalogue.folders())
            .ifPresent(
                copy ->
                    sums.computeIfAbsent(
                        set.name() + "/" + copy.getFileName(),
                        key -> new Sum(sha256(copy), set.verify(file, catalogue.folders()))));
      }
    }
  }

  private static String sha256(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest sha = Sha256.digest();
      new DigestInputStream(in, sha).transferTo(OutputStream.nullOutputStream());
      return Sha256.hex(sha);
    } catch (IOException e) {
      throw new DataException("cannot read %s (%s)".formatted(file, e.getMessage()), e);
    }
  }
}
