/** RFC 4180 §2.1. */
const LINE_END = '\r\n'
/** What a spreadsheet takes for the beginning of a formula, see OWASP "CSV Injection". */
const FORMULA_START = /^[=+\-@\t\r]/

/** One line of a CSV file by RFC 4180. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(cell).join(',') + LINE_END
}

/** Cells by line, quotes taken off. A quote that never ends takes the rest of the text. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  // A cell, then what ends it.
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"?|([^,\r\n]*))(,|\r\n|\n|\r|$)/g)) {
    cells.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    lines.push(cells)
    cells = []
    if (end === '') break
  }
  return lines
}

function cell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
