package keyhold;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of this machine, the same in every run and for every user of it. Besides the id of the installation it covers what
 * the system shows of the hardware, so that a clone of the disk in another machine has another one: on Linux the built-in
 * network cards, on macOS and Windows the UUID of the board. It is hashed, and says nothing about the machine.
 */
public final class MachineId {
  private MachineId() {}

  /** Reads the id. */
  public static String read() {
    List<String> parts = new ArrayList<>(List.of("keyhold"));
    parts.addAll(parts(System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT)));
    if (parts.stream().skip(1).allMatch(String::isEmpty)) {
      // A container may have no id: the names of the machine and of the user are the best there is.
      parts = List.of("keyhold", SignIn.deviceName(), System.getProperty("user.name"));
    }
    return FileStore.hash(String.join("\n", parts)).substring(0, 32);
  }

  private static List<String> parts(String system) {
    if (system.startsWith("mac")) {
      return List.of(match("\"IOPlatformUUID\" = \"([^\"]+)\"", run("ioreg", "-rd1", "-c", "IOPlatformExpertDevice")));
    }
    if (system.startsWith("windows")) {
      String key = "HKLM\\SOFTWARE\\Microsoft\\Cryptography";
      String installation = run("reg", "query", key, "/v", "MachineGuid", "/reg:64");
      String board = run("powershell", "-NoProfile", "-Command", "(Get-CimInstance Win32_ComputerSystemProduct).UUID");
      return List.of(match("MachineGuid\\s+REG_SZ\\s+(\\S+)", installation), board.trim());
    }
    String installation = text(Path.of("/etc/machine-id"));
    List<String> parts = new ArrayList<>();
    parts.add(installation.isEmpty() ? text(Path.of("/var/lib/dbus/machine-id")) : installation);
    parts.addAll(builtInCards());
    return parts;
  }

  /** The addresses of the network cards on the board's own bus, as they were made: docks and virtual cards come and go. */
  private static List<String> builtInCards() {
    List<String> addresses = new ArrayList<>();
    try (DirectoryStream<Path> cards = Files.newDirectoryStream(Path.of("/sys/class/net"))) {
      for (Path card : cards) {
        Path device = card.resolve("device");
        boolean isBuiltIn = Files.exists(device) && !device.toRealPath().toString().contains("/usb")
            && text(card.resolve("addr_assign_type")).equals("0");
        if (isBuiltIn && !text(card.resolve("address")).isEmpty()) addresses.add(text(card.resolve("address")));
      }
    } catch (IOException none) {
      return addresses;
    }
    Collections.sort(addresses);
    return addresses;
  }

  private static String text(Path path) {
    try {
      return Files.readString(path).trim();
    } catch (IOException missing) {
      return "";
    }
  }

  /** The output of a program, or nothing when it fails. */
  private static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.onExit().orTimeout(5, TimeUnit.SECONDS).whenComplete((done, late) -> process.destroy());
      return new String(process.getInputStream().readAllBytes());
    } catch (IOException missing) {
      return "";
    }
  }

  private static String match(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find() ? found.group(1) : "";
  }
}
