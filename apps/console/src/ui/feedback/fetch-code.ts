import { errorText } from '#text/errors.ts';

let beforeFailure: () => Promise<void> = async () => undefined;

/** Sets what is done before a failure is told: a promise that stays pending while the page is loaded anew. */
export function onCodeMissing(handler: typeof beforeFailure): void {
  beforeFailure = handler;
}

/** `import()`, which says in words that it failed. After an update of the server only a fresh page finds its files. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    await beforeFailure();
    throw new Error(errorText.partNotFetched, { cause });
  }
}
