package keyhold;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Calls the listeners of a lease one after the other in a thread of their own, which ends with the lease. */
final class LeaseEvents {
  private final List<LeaseListener> listeners = new CopyOnWriteArrayList<>();
  private final ExecutorService thread = Executors.newSingleThreadExecutor(Keyhold::daemon);
  /** A release that no listener was notified of. */
  private Runnable unheard;

  synchronized void add(LeaseListener listener) {
    listeners.add(listener);
    if (unheard != null) submit(unheard);
    unheard = null;
  }

  void emit(Consumer<LeaseListener> event) {
    submit(() -> notifyAll(event));
  }

  /** Emits an event, then executes work. */
  void emit(Consumer<LeaseListener> event, Runnable after) {
    submit(() -> {
      notifyAll(event);
      after.run();
    });
  }

  /** Emits the release, and settles it afterwards; without listeners it waits for the first one. */
  synchronized void release(Consumer<LeaseListener> event, Runnable settle) {
    Runnable work = () -> {
      notifyAll(event);
      settle.run();
    };
    if (listeners.isEmpty()) unheard = work;
    else submit(work);
  }

  private void notifyAll(Consumer<LeaseListener> event) {
    for (LeaseListener listener : listeners) {
      Callback.run("A listener of a lease", () -> event.accept(listener));
    }
  }

  private void submit(Runnable work) {
    if (!thread.isShutdown()) thread.execute(work);
  }

  void close() {
    emit(LeaseListener::ended);
    thread.shutdown();
  }
}
