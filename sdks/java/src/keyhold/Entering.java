package keyhold;

import java.util.function.Consumer;

/**
 * How a seat is requested where none is free.
 *
 * @param waits waits in line until a seat is free
 * @param takesOver takes this user's own seat of another device, which saves first
 * @param onPlace gets the place in line, at first and with each change
 */
public record Entering(boolean waits, boolean takesOver, Consumer<PlaceInLine> onPlace) {
  /** Waits in line. */
  public static Entering waiting(Consumer<PlaceInLine> onPlace) {
    return new Entering(true, false, onPlace);
  }

  /** Takes over the user's own seat of another device, and waits in line until it has saved. */
  public static Entering takingOver() {
    return new Entering(false, true, place -> {});
  }
}
