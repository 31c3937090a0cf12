/**
 * Formats rows as a table for display. Line breaks in cells become spaces; the last column is not padded.
 *
 * @example
 * formatTable(['KEY', 'STATUS'], [['K7QRM-…', 'Active']]) // 'KEY      STATUS\nK7QRM-…  Active'
 */
export function formatTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headers, ...rows.map((row) => row.map(asLine))];
  const widths = headers.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines
    .map((line) => line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/**
 * As {@link formatTable}, or a sentence when there are no rows.
 *
 * @example
 * formatList(['KEY'], [], 'No licenses found.') // 'No licenses found.'
 */
export function formatList(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  whenEmpty: string,
): string {
  return rows.length === 0 ? whenEmpty : formatTable(headers, rows);
}

/**
 * Formats a time of the API for display, to the minute; a dash for null.
 *
 * @example
 * formatTime('2026-01-05T10:00:00.000Z') // '2026-01-05 10:00 UTC'
 */
export function formatTime(time: string | null): string {
  return time === null ? '–' : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

/**
 * Formats a number with its noun.
 *
 * @param many the plural, unless it is the singular with an s
 * @example
 * count(2, 'license') // '2 licenses'
 */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

function asLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function widthOf(text: string): number {
  return [...text].length;
}
