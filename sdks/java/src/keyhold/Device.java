package keyhold;

import java.util.Locale;

/**
 * Describes a device.
 *
 * @param id constant for a device, which resumes its seat by it
 * @param user the user's name on the device
 * @param locale such as {@code en-GB}
 */
public record Device(String id, String name, String os, String user, String locale) {
  /** This machine. */
  public static Device thisMachine() {
    return withId(MachineId.read());
  }

  /** This machine with an id of the application's own. */
  public static Device withId(String id) {
    String user = System.getProperty("user.name", "user");
    return new Device(id, SignIn.deviceName(), System.getProperty("os.name"), user, Locale.getDefault().toLanguageTag());
  }
}
