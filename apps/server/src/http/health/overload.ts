import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../problem.ts';
import { monitoringPaths } from './operations.ts';

/** Mean delay of the event loop within a second, in milliseconds, above which the server is overloaded. */
const maxDelay = 750;
/** Share of the time in which the server's own thread computed, above which it has caused a delay itself. */
const maxBusy = 0.75;
/** Seconds until a caller may try again: the delay is measured each second. */
const retryAfter = 2;

/** Refuses requests, quickly and with a time to retry, while the server cannot keep up. */
export async function installLoadShedding(app: FastifyInstance): Promise<void> {
  const isBusy = watchThread(app);
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    pressureHandler: async (request) => {
      if (!isExempt(request) && isBusy()) throw overloaded();
    },
  });
}

/**
 * Measures whether the server's thread computed for most of the last second. A server that was delayed because other
 * processes had the processor, or because the machine slept, is not overloaded: refusing requests would not help.
 */
function watchThread(app: FastifyInstance): () => boolean {
  let last = { at: performance.now(), used: threadTime() };
  let share = 0;
  const timer = setInterval(() => {
    const now = { at: performance.now(), used: threadTime() };
    share = (now.used - last.used) / (now.at - last.at);
    last = now;
  }, 1000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => share >= maxBusy;
}

/** CPU time of this thread, in milliseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Monitoring is served under any load, so that no supervisor restarts a busy server. */
function isExempt({ routeOptions }: FastifyRequest): boolean {
  return monitoringPaths.has(routeOptions.url) || routeOptions.config.call?.answers === 'events';
}

function overloaded(): ProblemError {
  const message = 'The server has more to do than it can at this moment. Try again shortly.';
  return new ProblemError(503, [{ code: 'overloaded', message }], { retryAfter });
}
