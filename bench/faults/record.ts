/** One request as its client saw it. */
export interface Seen {
  readonly kind: string;
  /** The status; 0 when there was no reply. */
  readonly status: number;
  /** Readings of `performance.now()`. */
  readonly sentAt: number;
  readonly readAt: number;
  /** The sentence of a reply that reports an outage: the proxy's differ from those of a server. */
  readonly said?: string | undefined;
  /** A violation in the reply that no fault excuses; null when there is none. */
  readonly wrong: string | null;
}

/** All requests that clients sent. */
export interface Record {
  add(seen: Seen): void;
  /** The replies between two moments. */
  between(from: number, to: number): readonly Seen[];
  /** The last moment since `from` at which a request failed, or null. */
  lastFailure(from: number): number | null;
}

/** Whether there was no reply, or a reply that reports an outage: a client retries in both cases. */
export function isFailure({ status }: Seen): boolean {
  return status === 0 || status >= 500;
}

export function openRecord(): Record {
  const all: Seen[] = [];
  return {
    add: (seen) => void all.push(seen),
    between: (from, to) => all.filter(({ readAt }) => readAt >= from && readAt < to),
    lastFailure: (from) =>
      all.reduce<number | null>(
        (last, seen) => (isFailure(seen) && seen.readAt >= from ? Math.max(last ?? 0, seen.readAt) : last),
        null,
      ),
  };
}
