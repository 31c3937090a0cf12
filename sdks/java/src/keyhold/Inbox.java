package keyhold;

import java.util.LinkedHashMap;
import java.util.Map;

/** Delivers each message once, and acknowledges it after the listeners have shown it. */
final class Inbox {
  /** How many messages are remembered; the server keeps fewer that are not acknowledged. */
  private static final int MOST = 200;
  /** The server sends an end once a day; sooner than this, it is a repetition. In milliseconds. */
  private static final long HALF_DAY = 43_200_000;

  private final Keyhold keyhold;
  private final LeaseCalls calls;
  private final Lease lease;
  private final LeaseEvents events;
  /** The messages in their order, and whether they were shown. */
  private final Map<String, Boolean> shown = new LinkedHashMap<>();
  private String last;
  private String endingId = "none";
  private String shownEnding;
  private long endingAt;

  Inbox(Keyhold keyhold, LeaseCalls calls, Lease lease, LeaseEvents events) {
    this.keyhold = keyhold;
    this.calls = calls;
    this.lease = lease;
    this.events = events;
  }

  /** A repeated message is acknowledged again once it was shown. */
  synchronized void receive(String id, String text) {
    Boolean before = id == null ? null : shown.get(id);
    if (Boolean.TRUE.equals(before)) acknowledge(id);
    if (before != null) return;
    if (id != null) shown.put(id, false);
    if (shown.size() > MOST) shown.remove(shown.keySet().iterator().next());
    events.emit(listener -> listener.message(text), () -> show(id));
  }

  private synchronized void show(String id) {
    if (id == null) return;
    shown.put(id, true);
    for (Map.Entry<String, Boolean> message : shown.entrySet()) {
      if (!message.getValue()) break;
      last = message.getKey();
    }
    acknowledge(id);
  }

  /** A message whose acknowledgement is lost is sent again. */
  private void acknowledge(String id) {
    Grant held = lease.grant();
    keyhold.executor.execute(() -> {
      try {
        calls.acknowledgeMessage(held, id);
      } catch (KeyholdException failure) {
        System.getLogger("keyhold").log(System.Logger.Level.DEBUG, "A message could not be acknowledged.", failure);
      }
    });
  }

  /** The last message up to which all have been shown; null before the first one. */
  synchronized String lastShown() {
    return last;
  }

  /** The id of the last end, for polls. */
  synchronized String lastEnding() {
    return endingId;
  }

  /** A stream that is opened again begins with the end that was already shown. */
  synchronized void receiveEnding(String id, String on, String graceUntil) {
    if (id != null) endingId = id;
    String ending = on + " " + graceUntil;
    long now = keyhold.clock.now();
    if (on == null || (ending.equals(shownEnding) && now - endingAt < HALF_DAY)) return;
    shownEnding = ending;
    endingAt = now;
    events.emit(listener -> listener.ending(on, graceUntil));
  }
}
