import { listText } from '#text/lists.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';

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

/** Copies a text to the clipboard, and says whether it is there; then the button that did it may say so too. */
export function copyAndSay(text: string, onCopied?: () => void): void {
  copyText(text).then(() => {
    onCopied?.();
    toastSuccess(listText.copied);
  }, toastFailure);
}
