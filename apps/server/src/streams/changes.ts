import type { Listener } from '../db/listener.ts';
import { type Announcement, channel, readAnnouncement } from './announce.ts';
import { createRecent } from './recent.ts';

declare module '../services.ts' {
  interface Services {
    readonly changes: Changes;
  }
}

/** The announcements of every node. */
export interface Changes {
  /**
   * Calls the listener with every announcement until the returned function is called, beginning with those of the last
   * `past` milliseconds, of which one minute is buffered; `null` means that some may have been missed.
   */
  subscribe(listener: (announcement: Announcement | null) => void, past?: number): () => void;
}

/** Distributes the announcements that the node's listener receives. */
export function createChanges(node: Listener): Changes {
  const listeners = new Set<(announcement: Announcement | null) => void>();
  const recent = createRecent();
  node.subscribe(channel, (payload) => {
    const read = payload === null ? 'unreadable' : readAnnouncement(payload);
    if (read === 'unknown') return;
    const announcement = read === 'unreadable' ? null : read;
    recent.add(announcement);
    for (const listener of listeners) listener(announcement);
  });
  return {
    subscribe: (listener, past = 0) => {
      for (const announcement of recent.within(past)) listener(announcement);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
