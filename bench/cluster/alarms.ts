import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Prometheus } from '../night/prometheus.ts';

/** A watch over the alarms that are raised. */
export interface AlarmWatch {
  /**
   * Waits until no alarm is raised or about to be, and returns the names of those that were raised.
   *
   * @param longest the longest wait, in milliseconds
   */
  untilQuiet(longest?: number): Promise<readonly string[]>;
}

/** Longest wait until no alarm is raised, in milliseconds: the longest range of the rules, and its `for`. */
const patience = 20 * 60_000;
const pollTime = 1_000;

/** Notes the alarms that are raised from now on. */
export function watchAlarms(prometheus: Prometheus): AlarmWatch {
  const raised = new Set<string>();
  let quiet = false;
  let isWatched = true;
  let failure: unknown;
  const watching = (async () => {
    while (isWatched) {
      const firing = await prometheus.firing();
      for (const name of firing) raised.add(name);
      quiet = firing.size === 0 && (await prometheus.pending()).size === 0;
      await sleep(pollTime);
    }
  })().catch((error: unknown) => {
    failure = error;
  });
  return {
    async untilQuiet(longest = patience) {
      for (const end = performance.now() + longest; performance.now() < end; ) {
        await sleep(2 * pollTime);
        if (quiet || failure !== undefined) break;
      }
      isWatched = false;
      await watching;
      if (failure !== undefined) throw failure;
      return [...raised].toSorted();
    },
  };
}

/** The metrics in the rules for a cluster that nothing reports: their alarms would never be raised. */
export async function unknownMetrics(prometheus: Prometheus): Promise<readonly string[]> {
  const rules = await readFile(new URL('../../deploy/prometheus/cluster.yaml', import.meta.url), 'utf8');
  const names = new Set(rules.match(/\b(patroni|keyhold)_\w+/g) ?? []);
  const unknown: string[] = [];
  for (const name of names) if ((await prometheus.highest(name)) === null) unknown.push(`Nothing reports ${name}.`);
  return unknown;
}
