/**
 * A ref that focuses the first field of a dialog if it appears later than the dialog. A field that exists from the
 * start is focused by the dialog, which first records where the focus returns to.
 */
export function focusFirst(field: HTMLElement | null): void {
  const dialog = field?.closest('[role="dialog"]');
  const focused = document.activeElement;
  const isOpening = focused !== document.body && !dialog?.contains(focused);
  if (isOpening || focused?.matches('input, textarea')) return;
  if (dialog?.querySelector('[data-autofocus]') === field) field?.focus();
}
