/**
 * The beginning of a text that a spreadsheet could execute: that of a formula, also in full-width characters, or a tab
 * or line break before one. Apostrophes may precede it, so that {@link undefuseCell} restores every text.
 */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * The cell of a text in a file for spreadsheets: a text that looks like a formula is prefixed with an apostrophe.
 *
 * @example
 * defuseCell('=1+1') // "'=1+1"
 */
export function defuseCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/**
 * The text of a cell that {@link defuseCell} has written.
 *
 * @example
 * undefuseCell("'=1+1") // '=1+1'
 */
export function undefuseCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/**
 * A line of a CSV file (RFC 4180) with CRLF, safe for spreadsheets: each text is defused, and quoted where it must be.
 *
 * @param separator between the cells: `;` where the comma is the decimal sign
 * @example
 * csvLine(['Ada', '=1+1', 'a,b']) // 'Ada,\'=1+1,"a,b"\r\n'
 */
export function csvLine(cells: readonly string[], separator = ','): string {
  return `${cells.map((text) => csvCell(text, separator)).join(separator)}\r\n`;
}

function csvCell(text: string, separator: string): string {
  const safe = defuseCell(text);
  const quoted = safe.includes(separator) || /["\r\n]|^\s|\s$/.test(safe);
  return quoted ? `"${safe.replaceAll('"', '""')}"` : safe;
}
