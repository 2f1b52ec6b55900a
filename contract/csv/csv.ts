/** RFC 4180 §2.1. */
const LINE_END = '\r\n'
/** What a spreadsheet takes for the beginning of a formula, see OWASP "CSV Injection". */
export const FORMULA_START = /^[=+\-@\t\r]/
/** Where a cell may begin for some separator, before what begins a formula. */
const CELL_START = /(?<=^|[",;\t\r\n])(?=[=+\-@\t\r])/g
/** What a program made of figures: less than nothing begins like a formula, and is none. */
export type CsvAmount = { readonly amount: `${number}` }

/** Spreadsheets read UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\u{feff}'
/** Spreadsheets of half the world separate by semicolons. */
export type CsvSeparator = ',' | ';'

/** The first line of a CSV file, with the mark that says UTF-8. */
export const csvHead = (cells: readonly string[]): string => BYTE_ORDER_MARK + csvLine(cells)

/**
 * One line of a CSV file by RFC 4180. No cell is a formula, whichever separator a spreadsheet takes: where one could begin, at the start of a text
 * and behind each separator, quote and line end in it, an apostrophe is put before it.
 */
export function csvLine(cells: readonly (string | CsvAmount)[]): string {
  return cells.map((one) => (typeof one === 'string' ? cell(one) : one.amount)).join(',') + LINE_END
}

/** A piece of a CSV file: a quoted cell, one without quotes, or what separates cells and lines. */
const PIECES = /"(?:[^"]|"")*"|[^",\r\n]+|[,\r\n]/g
/** What a program wrote of money. */
const AMOUNT = /^(-?\d+)\.(\d{2,3})$/

/**
 * A file of `csvHead` and `csvLine` as spreadsheets read it that separate by semicolons: their figures have a comma before the cents. What holds a
 * semicolon is in quotes already.
 */
export function withSemicolons(csv: string): string {
  const body = csv.startsWith(BYTE_ORDER_MARK) ? csv.slice(BYTE_ORDER_MARK.length) : csv
  return BYTE_ORDER_MARK + body.replaceAll(PIECES, (piece) => (piece === ',' ? ';' : piece.replace(AMOUNT, '$1,$2')))
}

type CsvRules = {
  /** Maximum of lines; reading ends with the last of them. */
  most?: number
  /** Maximum of cells in a line; reading ends with one more, which shows that there are too many. */
  widest?: number
  /** Maximum of characters of a quoted cell, quotes within it counted twice; the rest is left out. */
  longest?: number
  separator?: ',' | ';' | '\t'
}

/** Cells by line, quotes taken off. A quote that never ends takes the rest of the text. */
export function parseCsv(
  text: string,
  { most = Infinity, widest = Infinity, longest = Infinity, separator = ',' }: CsvRules = {},
): string[][] {
  const plainEnd = new RegExp(`[${separator}\r\n]`, 'g')
  const lines: string[][] = []
  let cells: string[] = []
  let at = 0
  while (lines.length < most) {
    const { value, next } = readCell(text, at, { plainEnd, longest })
    cells.push(value)
    at = next + 1
    if (text[next] === separator && cells.length <= widest) continue
    lines.push(cells)
    cells = []
    if (next >= text.length || text[next] === separator) break
    if (text[next] === '\r' && text[at] === '\n') at += 1
  }
  return lines
}

const QUOTE = 0x22

/** The cell that begins at `from`. @returns `next`: where the separator or the end of the line is. */
function readCell(
  text: string,
  from: number,
  { plainEnd, longest }: { plainEnd: RegExp; longest: number },
): { value: string; next: number } {
  const endBehind = (place: number): number => {
    plainEnd.lastIndex = place
    return plainEnd.exec(text)?.index ?? text.length
  }
  if (text[from] !== '"') {
    const next = endBehind(from)
    return { value: text.slice(from, next), next }
  }
  let quote = text.indexOf('"', from + 1)
  while (quote >= 0 && text.charCodeAt(quote + 1) === QUOTE) {
    quote += 2
    if (text.charCodeAt(quote) !== QUOTE) quote = text.indexOf('"', quote)
  }
  const end = Math.min(quote < 0 ? text.length : quote, from + 1 + longest)
  const value = text.slice(from + 1, end).replaceAll('""', '"')
  // Text between a closing quote and the next separator belongs to no cell, and is left out.
  return { value, next: quote < 0 ? text.length : endBehind(quote + 1) }
}

function cell(text: string): string {
  const safe = text.replaceAll(CELL_START, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
