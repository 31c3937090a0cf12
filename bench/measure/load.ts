import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** One request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{n}` stands for a text that is unique to each request of the run. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Like the path; `"{count}"` stands for an increasing number. */
  readonly body?: string;
}

/** The load on a server: each connection sends its next request when it has the reply of the last. */
export interface Load {
  readonly origin: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
  /** The number of replies after which no more requests are sent. */
  readonly atMost?: number | undefined;
  /** Distinguishes this run's `{n}` from another's. */
  readonly seed: string;
}

export interface LoadResult {
  readonly done: number;
  readonly bytes: number;
  readonly seconds: number;
  /** How long each request took. */
  readonly milliseconds: readonly number[];
  /** The failures, each kind with its count. */
  readonly failures: readonly string[];
}

/** A separate process that loads servers. */
export interface LoadClient {
  /**
   * Loads a server.
   *
   * @throws {Error} when a request failed, which makes the measurement meaningless
   */
  run(load: Load): Promise<LoadResult>;
  close(): void;
}

export function startLoadClient(): LoadClient {
  const child = fork(fileURLToPath(new URL('load-client.ts', import.meta.url)));
  return {
    run: (load) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { readonly result?: LoadResult; readonly error?: string }) => {
          const { result, error } = message;
          if (!result) reject(new Error(`The load on ${load.origin} could not be made: ${error}`));
          else if (result.failures.length > 0) {
            reject(new Error(`${load.origin} did not answer well: ${result.failures.join('; ')}`));
          } else resolve(result);
        });
        child.send(load);
      }),
    close: () => child.disconnect(),
  };
}
