import { parseCsv } from './csv.ts'

/** Why a list is not read at all. */
export const TABLE_PROBLEMS = [
  'too_large',
  'too_many_rows',
  'no_email_column',
  'empty',
  'too_many_columns',
  'not_text',
] as const
export type TableProblem = (typeof TABLE_PROBLEMS)[number]

export type TableRow<Column extends string> = {
  /** From 1, the line of headings counted. */
  row: number
  values: Readonly<Record<Column, string>>
}

type Rules<Column extends string> = {
  mostBytes: number
  mostRows: number
  columns: readonly Column[]
  /** What a column is called in the first line, in small letters. */
  headings: Readonly<Record<string, Column>>
}

const MOST_COLUMNS = 50

/**
 * Reads a list that has a column of addresses: CSV by RFC 4180 with a line of headings, separated by commas, semicolons or tabs. Rows without a
 * word are left out.
 * @returns `leftOut`: headings of columns that are not read
 */
export function readTable<Column extends string>(
  text: string,
  { mostBytes, mostRows, columns: known, headings: names }: Rules<Column>,
): { rows: TableRow<Column>[]; leftOut: string[] } | { problem: TableProblem } {
  if (new TextEncoder().encode(text).length > mostBytes) return { problem: 'too_large' }
  if (text.includes('\u0000') || text.includes('\ufffd')) return { problem: 'not_text' }
  const plain = text.replace(/^\ufeff/, '')
  const lines = parseCsv(plain, { most: mostRows + 2, separator: separatorOf(plain) })
  const [headings = [], ...rest] = lines
  if (rest.length > mostRows && rest.at(-1)?.join('') !== '') return { problem: 'too_many_rows' }
  if (lines.some(({ length }) => length > MOST_COLUMNS)) return { problem: 'too_many_columns' }
  const columns = headings.map((heading) => {
    const name = heading.trim().toLowerCase()
    return Object.hasOwn(names, name) ? names[name] : undefined
  })
  if (!columns.some((column) => column === 'email')) return { problem: 'no_email_column' }
  const empty = Object.fromEntries(known.map((column) => [column, ''])) as Record<Column, string>
  const rows: TableRow<Column>[] = []
  for (const [at, cells] of rest.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const values = { ...empty }
    for (const [place, column] of columns.entries()) if (column) values[column] = (cells[place] ?? '').trim()
    rows.push({ row: at + 2, values })
  }
  if (rows.length === 0) return { problem: 'empty' }
  const leftOut = headings.filter((_, at) => columns[at] === undefined).map((heading) => heading.trim().slice(0, 100))
  return { rows, leftOut }
}

export type TableSeparator = ',' | ';' | '\t'

/** Spreadsheets of half the world separate by semicolons: the first line says which it is. */
export function separatorOf(text: string): TableSeparator {
  const [headings = ''] = text.split(/[\r\n]/, 1)
  if (headings.includes(',')) return ','
  return ([';', '\t'] as const).find((one) => headings.includes(one)) ?? ','
}
