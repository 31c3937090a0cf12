import { errorText } from '#i18n/text/every-page.ts';

let beforeFailure: () => Promise<void> = async () => undefined;

/** Sets the handler that runs before a failure is reported; its promise stays pending while the page reloads. */
export function onCodeMissing(handler: typeof beforeFailure): void {
  beforeFailure = handler;
}

/** `import()` that fails with a sentence for the user. After a server update only a fresh page finds its files. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    await beforeFailure();
    throw new Error(errorText.partNotFetched, { cause });
  }
}
