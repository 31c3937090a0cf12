package keyhold;

import java.time.Instant;

/**
 * Describes the application to the administrators.
 *
 * @param releasedOn when this version was released, or null; a perpetual license covers versions of its maintenance
 */
public record Application(String name, String version, Instant releasedOn) {
  /** An application whose release date is not known. */
  public Application(String name, String version) {
    this(name, version, null);
  }
}
