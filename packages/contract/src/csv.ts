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
