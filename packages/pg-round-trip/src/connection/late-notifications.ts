import type { Notification } from './notification.ts';
import type { Run } from './pipeline.ts';
import type { Statement } from './statement.ts';

/** Interval of the attempts, in milliseconds. */
const interval = 1_000;
/** Above this number they are replaced by one of their channel, which says that some are missing. */
const most = 10_000;
/** The payload of that notification: no announcement, so that its readers count some as missed. */
const missedSome = 'missed';

/** Notifications that were not sent with a flush. */
export interface LateNotifications {
  /** Sends notifications repeatedly until it succeeds. */
  add(notifications: readonly Notification[]): void;
  /** Ends the attempts. */
  stop(): void;
}

/** @param run uses any connection */
export function createLateNotifications(run: Run): LateNotifications {
  let owed = new Map<string, Notification>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function send(): Promise<void> {
    const sent = owed;
    owed = new Map();
    const { failure } = await run([makeRoom, notify([...sent.values()])]);
    timer = undefined;
    if (failure) add([...sent.values()]);
    else if (owed.size > 0) add([]);
  }

  function add(notifications: readonly Notification[]): void {
    for (const each of notifications) owed.set(`${each.channel} ${each.payload}`, each);
    if (owed.size > most) {
      const channels = new Set([...owed.values()].map(({ channel }) => channel));
      owed = new Map([...channels].map((channel) => [channel, { channel, payload: missedSome }]));
    }
    if (!stopped) timer ??= setTimeout(() => void send(), interval).unref();
  }

  return {
    add,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** A full queue is emptied by those who add to it, or who ask for its length. */
const makeRoom: Statement = { text: 'select pg_notification_queue_usage()', values: [] };

function notify(notifications: readonly Notification[]): Statement {
  return {
    text: 'select count(pg_notify(channel, payload)) from unnest($1::text[], $2::text[]) as notification (channel, payload)',
    values: [notifications.map(({ channel }) => channel), notifications.map(({ payload }) => payload)],
  };
}
