import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A reply or an event of a driver. */
export type Line = Readonly<Record<string, unknown>>;

/** The program of an SDK that the bed drives: commands and events are JSON lines on its standard input and output. */
export interface Driver {
  readonly pid: number;
  /** Sends a command and returns its result. @throws {DriverError} with the code of the SDK's error */
  send(command: Line): Promise<Line>;
  /** The events of a client with a name so far. */
  events(client: string, name: string): readonly Line[];
  /** Starts the program once more, in a process of its own. */
  another(): Driver;
  /** Ends the program by closing its input, and returns its exit code. */
  close(): Promise<number | null>;
}

/** The error that an SDK threw, by its code. */
export class DriverError extends Error {
  readonly code: string;
  /** The user's own devices that have the seats that stand in the way. */
  readonly heldByMe: unknown;
  constructor({ error, 'held-by-me': heldByMe = [] }: Line) {
    super(`The SDK threw ${error}.`);
    this.code = String(error);
    this.heldByMe = heldByMe ?? [];
  }
}

export function startDriver(command: readonly string[]): Driver {
  const [program = '', ...options] = command;
  const child = spawn(program, options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<unknown, PromiseWithResolvers<Line>>();
  const events: Line[] = [];
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      for (const { reject: fail } of waiting.values()) fail(new Error(`The driver ended with the code ${code}.`));
      resolve(code);
    });
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('event' in line) return void events.push(line);
    const reply = waiting.get(line['id']);
    waiting.delete(line['id']);
    if ('error' in line) reply?.reject(new DriverError(line));
    else reply?.resolve((line['ok'] ?? {}) as Line);
  });
  let sent = 0;
  return {
    pid: child.pid ?? 0,
    send(command) {
      const id = ++sent;
      if (child.exitCode !== null) return Promise.reject(new Error('The driver has ended.'));
      const reply = Promise.withResolvers<Line>();
      waiting.set(id, reply);
      child.stdin.write(`${JSON.stringify({ ...command, id })}\n`);
      return reply.promise;
    },
    events: (client, name) => events.filter((line) => line['client'] === client && line['event'] === name),
    another: () => startDriver(command),
    close() {
      child.stdin.end();
      return exited;
    },
  };
}
