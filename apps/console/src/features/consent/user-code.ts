/** The letters and digits of a typed code: case and separators do not count. */
function lettersOf(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a typed code is complete. */
export function isWholeCode(typed: string): boolean {
  return lettersOf(typed).length === 8;
}

/** A code as devices show it: `XXXX-XXXX`. */
export function shownCode(typed: string): string {
  const letters = lettersOf(typed);
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
