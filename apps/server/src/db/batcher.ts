/**
 * How a statement treats a row that another transaction has locked: a batch skips it, so that no input waits for the
 * row of another; a single input waits.
 */
export type LockedRows = 'skip locked' | '';

/** Executes one statement for many inputs. An output is null when its row does not match or was skipped. */
type Batch<Input, Output> = (inputs: readonly Input[], lockedRows: LockedRows) => Promise<readonly (Output | null)[]>;

/** Executes one input, batched with others; returns null when its row does not match. */
export type Batcher<Input, Output> = (input: Input) => Promise<Output | null>;

/** The maximum number of inputs per statement. */
const most = 100;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly done: (output: Output | null) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Batches the inputs of many requests for the same statement. A lone input is sent immediately. While a statement is in
 * flight, further inputs gather for the next one: the busier the server, the fewer commits per input. A skipped input
 * is sent again alone.
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
