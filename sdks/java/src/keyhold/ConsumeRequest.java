package keyhold;

/**
 * The request of an application for a license.
 *
 * @param product the rn of the product, or its id such as {@code keyhold-studio}
 * @param license the rn of one particular license; null: the server picks one
 */
public record ConsumeRequest(String product, String license, Application application, Device device) {}
