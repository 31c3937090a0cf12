import { errorText } from '#text/errors.ts';

/** `import()`, which says in words that it failed. After an update of the server only a fresh page finds its files. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(errorText.partNotFetched, { cause });
  }
}
