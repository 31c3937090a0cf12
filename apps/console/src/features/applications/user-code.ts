/** The letters of a code, however it was typed: case and separators do not count. */
function lettersOf(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Whether what was typed is as long as a code. */
export function isWholeCode(typed: string): boolean {
  return lettersOf(typed).length === 8;
}

/** A code as devices show it: `XXXX-XXXX`. */
export function shownCode(typed: string): string {
  const letters = lettersOf(typed);
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
