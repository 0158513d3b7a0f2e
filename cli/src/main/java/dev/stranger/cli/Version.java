package dev.stranger.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Stranger.class.getPackage().getImplementationVersion();
    return new String[] {
      "stranger " + (version == null ? "(not packaged)" : version),
      "Java " + System.getProperty("java.version") + " on " + System.getProperty("os.name")
    };
  }
}
