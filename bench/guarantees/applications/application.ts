import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ApplicationOptions, FromApplication, ToApplication } from './sdk-messages.ts';

/** A process of `sdk-application.ts`. */
export interface Application {
  readonly device: string;
  /** Waits for a matching message; earlier messages do not count. */
  next<Kind extends FromApplication['kind']>(
    kind: Kind,
    fits?: (message: Extract<FromApplication, { kind: Kind }>) => boolean,
  ): Promise<Extract<FromApplication, { kind: Kind }>>;
  send(message: ToApplication): void;
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  /** Kills it by SIGKILL, and waits until it has exited. */
  kill(): Promise<void>;
}

/** @param hear called with every message of the application */
export function startApplication(
  options: ApplicationOptions,
  hear: (message: FromApplication) => void = () => undefined,
): Application {
  const child: ChildProcess = fork(fileURLToPath(new URL('sdk-application.ts', import.meta.url)), [
    JSON.stringify(options),
  ]);
  const waiting = new Set<(message: FromApplication) => void>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.on('message', (message: FromApplication) => {
    hear(message);
    for (const wait of waiting) wait(message);
  });
  return {
    device: options.device,
    next: (kind, fits = () => true) =>
      new Promise((resolve, reject) => {
        const wait = (message: FromApplication) => {
          if (message.kind !== kind || !fits(message as never)) return;
          waiting.delete(wait);
          resolve(message as never);
        };
        waiting.add(wait);
        void exited.then(() => reject(new Error(`The application on ${options.device} has ended.`)));
      }),
    send: (message) => void child.send(message),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
