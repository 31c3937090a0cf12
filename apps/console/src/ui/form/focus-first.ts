/**
 * As a ref: the first field of a dialog has the focus also when it appears later than the dialog. One that is there from the
 * beginning gets it from the dialog, which notes before where the focus goes back to.
 */
export function focusFirst(field: HTMLElement | null): void {
  const dialog = field?.closest('[role="dialog"]');
  const focused = document.activeElement;
  const isOpening = focused !== document.body && !dialog?.contains(focused);
  if (isOpening || focused?.matches('input, textarea')) return;
  if (dialog?.querySelector('[data-autofocus]') === field) field?.focus();
}
