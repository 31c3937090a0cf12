import { setTimeout as sleep } from 'node:timers/promises';

/** Period of readiness checks, as by a load balancer, in milliseconds. */
const every = 250;
/** Timeout of a check, in milliseconds. */
const limit = 5_000;

/** Whether a server reports that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(limit) }).catch(() => null);
  await reply?.body?.cancel();
  return reply?.status === 200;
}

/** Checks servers repeatedly until `stop`, which returns how long the worst server was not ready, in milliseconds. */
export function watchReadiness(urls: readonly string[]): { stop(): Promise<number> } {
  let going = true;
  const watches = urls.map(async (url) => {
    let away = 0;
    for (let last = performance.now(); going; await sleep(every)) {
      const ready = await isReady(url);
      const now = performance.now();
      if (!ready) away += now - last;
      last = now;
    }
    return away;
  });
  return {
    async stop() {
      going = false;
      return Math.max(...(await Promise.all(watches)));
    },
  };
}
