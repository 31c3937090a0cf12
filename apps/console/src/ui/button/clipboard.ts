import { listText } from '#text/lists.ts';

/** Whether the browser offers a clipboard, which it does not on plain http. A button that cannot work is not shown. */
export function canCopy(): boolean {
  return navigator.clipboard !== undefined;
}

/**
 * Copies a text to the clipboard.
 *
 * @throws {Error} in a sentence for people, when the browser or the user does not allow it.
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).catch((cause: unknown) => {
    throw new Error(listText.notCopied, { cause });
  });
}
