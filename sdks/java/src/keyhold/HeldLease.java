package keyhold;

/**
 * A lease of the user on another device.
 *
 * @param license the rn of the license
 * @param deviceName the name of the device
 * @param since since when the user has it, ISO 8601
 */
public record HeldLease(String license, String deviceName, String since) {}
