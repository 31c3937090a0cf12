package keyhold;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps sign-ins and offline leases between runs. Its methods are called by several threads. */
public interface Store {
  /** The value of a name. */
  Optional<String> get(String name);

  /** Stores the value of a name; null deletes it. */
  void set(String name, String value);

  /** Waits, at most some seconds, while another process holds the name; returns the function that releases it. */
  default Runnable lock(String name) {
    return () -> {};
  }

  /** A store that ends with the process. */
  static Store memory() {
    Map<String, String> values = new ConcurrentHashMap<>();
    return new Store() {
      @Override
      public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
      }

      @Override
      public void set(String name, String value) {
        if (value == null) values.remove(name);
        else values.put(name, value);
      }
    };
  }

  /** Files of mode 0600 in a folder of mode 0700. Runs of the application, also in other languages, may share it. */
  static Store files(Path folder) {
    return new FileStore(folder);
  }
}
