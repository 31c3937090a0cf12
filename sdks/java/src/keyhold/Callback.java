package keyhold;

import java.util.Optional;
import java.util.function.Supplier;

/** Calls functions of the application, whose exceptions are logged and end neither a lease nor a wait. */
final class Callback {
  private Callback() {}

  static void run(String what, Runnable work) {
    call(what, () -> {
      work.run();
      return null;
    });
  }

  /** The result is empty if the function failed. */
  static <T> Optional<T> call(String what, Supplier<T> work) {
    try {
      return Optional.ofNullable(work.get());
    } catch (RuntimeException failure) {
      System.getLogger("keyhold").log(System.Logger.Level.ERROR, what + " failed.", failure);
      return Optional.empty();
    }
  }
}
