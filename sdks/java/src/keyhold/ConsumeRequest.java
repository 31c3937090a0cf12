package keyhold;

/**
 * The request of an application for a license.
 *
 * @param product the rn of the product, or its id such as {@code keyhold-studio}
 * @param license the rn of one particular license; null: the server picks one
 * @param maxSeconds 60 to 86,400: the lease ends by itself then, for the reason {@code time-over}, which suits short jobs; null:
 *     it lasts until it is released
 */
public record ConsumeRequest(String product, String license, Application application, Device device, Integer maxSeconds) {
  /** A request without an end of its own. */
  public ConsumeRequest(String product, String license, Application application, Device device) {
    this(product, license, application, device, null);
  }

  /** The same request for a job that takes at most so many seconds. */
  public ConsumeRequest within(int seconds) {
    return new ConsumeRequest(product, license, application, device, seconds);
  }
}
