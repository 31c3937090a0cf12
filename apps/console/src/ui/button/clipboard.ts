import { listText } from '#i18n/text/every-page.ts';
import { toastFailure, toastSuccess } from '#ui/feedback/toast.tsx';

/** Whether the browser offers a clipboard; it does not on plain http. Buttons that need it are then not shown. */
export function canCopy(): boolean {
  return navigator.clipboard !== undefined;
}

/**
 * Copies a text to the clipboard.
 *
 * @throws {Error} with a sentence for the user if the browser or the user does not allow it.
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).catch((cause: unknown) => {
    throw new Error(listText.notCopied, { cause });
  });
}

/** Copies a text to the clipboard and reports the result in a toast; `onCopied` is called on success. */
export function copyWithToast(text: string, onCopied?: () => void): void {
  copyText(text).then(() => {
    onCopied?.();
    toastSuccess(listText.copied);
  }, toastFailure);
}
