import { parseCsv } from '#contract/csv/csv.ts'
import {
  type CsvEncoding,
  KEYWORD_LIMITS,
  type KeywordSource,
  type LineProblem,
  type ListProblem,
} from '#contract/keywords/keywords.ts'
import { bareEntry, type KeywordEntry } from './pipeline/expand.ts'
import { normalise, stemKey } from './pipeline/normalise.ts'
import { decodeList } from '#contract/csv/decode-list.ts'
import { columnsOf, type KeywordColumn, sourceOf } from './list-columns.ts'
import { readFigure } from './read-figure.ts'

/** A separator, or undefined for a file of one column. */
type ListSeparator = ',' | ';' | '\t'

export type ReadList = {
  entries: KeywordEntry[]
  source: KeywordSource
  encoding: CsvEncoding
  separator: ListSeparator | null
  /** Columns that are read, and the headings of those that are not. */
  columns: KeywordColumn[]
  leftOut: string[]
  /** By the number of their line, from 1. A figure that cannot be read is left empty; other lines are left out. */
  problems: { line: number; problem: LineProblem; column?: KeywordColumn }[]
}

const MAX_COLUMNS = 50
/** Some programs write a title and a date range above the headings. */
const MAX_LINES_ABOVE = 4
/** A cell may be longer than a keyword, which is said; of more than this nobody reads. */
const MAX_CELL = 20 * KEYWORD_LIMITS.keywordCharacters
const LIMITS = { widest: MAX_COLUMNS, longest: MAX_CELL }
const SEPARATORS: readonly ListSeparator[] = ['\t', ';', ',']

/** Reads a list of keywords as Search Console, Keyword Planner, Semrush or Ahrefs export it, or one keyword in each line. */
export function readList(bytes: Uint8Array): ReadList | { problem: ListProblem } {
  if (bytes.length > KEYWORD_LIMITS.importBytes) return { problem: 'too_large' }
  const decoded = decodeList(bytes)
  if (!decoded) return { problem: 'not_text' }
  const { text, encoding } = decoded
  if (text.trim() === '') return { problem: 'empty' }
  const head = headOf(text)
  if (!head) return { problem: 'no_keyword_column' }
  const { separator, line: above } = head
  // One line more than is taken shows that there are too many; blank ones count as well.
  const most = KEYWORD_LIMITS.keywords + above + 3
  const lines = parseCsv(text, { ...LIMITS, most, separator: separator ?? '\t' })
  const { headings, rows } = head.hasHeadings
    ? { headings: lines[above] ?? [], rows: lines.slice(above + 1) }
    : { headings: ['keyword'], rows: lines.slice(above) }
  if (lines.some(({ length }) => length > MAX_COLUMNS)) return { problem: 'too_many_columns' }
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop()
  if (rows.length > KEYWORD_LIMITS.keywords) return { problem: 'too_many_keywords' }
  const columns = columnsOf(headings)
  const source = sourceOf(headings)
  const firstLine = above + (head.hasHeadings ? 2 : 1)
  const { entries, problems } = readRows(rows, { columns, source, firstLine })
  if (entries.length === 0) return { problem: 'empty' }
  return {
    entries,
    source,
    encoding,
    separator,
    columns: columns.filter((column) => column !== undefined),
    leftOut: headings
      .filter((heading, at) => !columns[at] && heading.trim() !== '')
      .map((one) => one.trim().slice(0, 100)),
    problems,
  }
}

type Head = { separator: ListSeparator | null; line: number; hasHeadings: boolean }

/** Where the headings are, and what separates the columns: whichever makes one of them the keyword. */
function headOf(text: string): Head | undefined {
  for (const separator of SEPARATORS) {
    const lines = parseCsv(text, { ...LIMITS, most: MAX_LINES_ABOVE + 1, separator })
    const line = lines.findIndex((cells) => columnsOf(cells).includes('keyword'))
    if (line >= 0) return { separator: lines[line]?.length === 1 ? null : separator, line, hasHeadings: true }
  }
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  return SEPARATORS.some((separator) => first.includes(separator))
    ? undefined
    : { separator: null, line: 0, hasHeadings: false }
}

type Rules = { columns: readonly (KeywordColumn | undefined)[]; source: KeywordSource; firstLine: number }

function readRows(
  rows: readonly string[][],
  { columns, source, firstLine }: Rules,
): Pick<ReadList, 'entries' | 'problems'> {
  const entries: KeywordEntry[] = []
  const problems: ReadList['problems'] = []
  const known = new Set<string>()
  const place = columns.indexOf('keyword')
  for (const [at, cells] of rows.entries()) {
    const line = firstLine + at
    if (cells.every((cell) => cell.trim() === '')) continue
    const keyword = normalise((cells[place] ?? '').slice(0, 10 * KEYWORD_LIMITS.keywordCharacters))
    const problem = problemOf(keyword, known)
    if (problem) {
      problems.push({ line, problem })
      continue
    }
    known.add(stemKey(keyword))
    const entry = bareEntry(keyword, source)
    for (const [column, name] of columns.entries()) {
      if (name === undefined || name === 'keyword') continue
      const figure = readFigure(cells[column] ?? '', name)
      if (figure === undefined) problems.push({ line, problem: 'not_a_number', column: name })
      else entry[name] = figure
    }
    entries.push(entry)
  }
  return { entries, problems }
}

function problemOf(keyword: string, known: ReadonlySet<string>): LineProblem | undefined {
  if (keyword === '') return 'empty'
  if (keyword.length > KEYWORD_LIMITS.keywordCharacters) return 'too_long'
  return known.has(stemKey(keyword)) ? 'twice' : undefined
}
