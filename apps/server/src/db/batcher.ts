/**
 * What a statement does about a row that another transaction has locked: a batch skips it, so that none waits for another's;
 * one alone waits.
 */
export type LockedRows = 'skip locked' | '';

/** Executes one statement for many inputs: an output for each, or null for those whose rows do not match, or were skipped. */
export type Batch<Input, Output> = (
  inputs: readonly Input[],
  lockedRows: LockedRows,
) => Promise<readonly (Output | null)[]>;

/** Has one input executed, with others; null when its row does not match. */
export type Batcher<Input, Output> = (input: Input) => Promise<Output | null>;

/** Most inputs of one statement. */
const most = 100;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly done: (output: Output | null) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Batches what many requests need of the same statement. One that comes alone goes at once. While one statement is in flight,
 * others gather and go together as the next: the busier the server, the fewer commits for each. A skipped one goes again, alone.
 */
export function createBatcher<Input, Output>(send: Batch<Input, Output>): Batcher<Input, Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const outputs = await send(
          batch.map(({ input }) => input),
          'skip locked',
        );
        batch.forEach(({ done }, index) => {
          done(outputs[index] ?? null);
        });
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    busy = false;
  }

  return async (input) => {
    const output = await new Promise<Output | null>((done, failed) => {
      waiting.push({ input, done, failed });
      if (!busy) void work();
    });
    return output ?? (await send([input], ''))[0] ?? null;
  };
}
