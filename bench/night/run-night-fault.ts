import { setTimeout as sleep } from 'node:timers/promises';
import type { NightFault } from './night-faults.ts';
import type { Scene } from './scene.ts';

/** When an alarm was raised and when it ended, in milliseconds; null if it never did. */
export interface AlarmResult {
  readonly fault: string;
  readonly alarm: string;
  readonly raisedAfter: number | null;
  /** Since the repair of the fault. */
  readonly endedAfter: number | null;
  /** Other alarms that were raised in the meantime. */
  readonly others: readonly string[];
}

/** Longest wait for an alarm, and for its end, in milliseconds. */
const patience = 420_000;

/** Keeps a fault until all these alarms are raised, repairs it, and waits until no alarm is raised any more. */
export async function runNightFault(
  fault: NightFault,
  alarms: readonly string[],
  scene: Scene,
): Promise<readonly AlarmResult[]> {
  const raised = new Map<string, number>();
  const broken = performance.now();
  await fault.breaks(scene);
  await watch(scene, broken, (firing, time) => {
    for (const name of firing) if (!raised.has(name)) raised.set(name, time);
    return alarms.every((name) => raised.has(name));
  });
  const ended = new Map<string, number>();
  const others = new Set(raised.keys());
  const mended = performance.now();
  await fault.mends(scene);
  await watch(scene, mended, (firing, time) => {
    for (const name of alarms) if (!firing.has(name) && !ended.has(name)) ended.set(name, time);
    for (const name of firing) {
      ended.delete(name);
      others.add(name);
    }
    return firing.size === 0;
  });
  return alarms.map((alarm, index) => ({
    fault: fault.name,
    alarm,
    raisedAfter: raised.get(alarm) ?? null,
    endedAfter: ended.get(alarm) ?? null,
    others: index === 0 ? [...others].filter((name) => !alarms.includes(name)) : [],
  }));
}

/** Polls the raised alarms until `isEnough` returns true or the patience is over. */
async function watch(
  { prometheus }: Scene,
  since: number,
  isEnough: (firing: ReadonlySet<string>, time: number) => boolean,
): Promise<void> {
  for (;;) {
    const firing = await prometheus.firing();
    const time = performance.now() - since;
    if (isEnough(firing, time) || time > patience) return;
    await sleep(500);
  }
}
