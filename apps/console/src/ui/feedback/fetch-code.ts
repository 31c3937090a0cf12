import { errorText } from '#text/errors.ts';

/** `import()`, which says in words that the server cannot be reached. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(errorText.unreachable, { cause });
  }
}
