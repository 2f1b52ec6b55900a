import { parseCsv } from './csv.ts'
import { type TableSeparator, separatorOf } from './csv-table.ts'

/** Returns the cells of the first line, and of the second as an example; `separator` null where there is none in the first line. */
export function headingsOf(text: string): {
  headings: string[]
  example: string[]
  separator: TableSeparator | null
} {
  const plain = text.replace(/^\ufeff/, '')
  const separator = separatorOf(plain)
  const [headings = [], example = []] = parseCsv(plain, { most: 2, separator })
  return { headings, example, separator: headings.length > 1 ? separator : null }
}

/** Returns the text with another first line; everything below it stays as it is. */
export function withHeadings(text: string, headings: readonly string[]): string {
  const plain = text.replace(/^\ufeff/, '')
  const line = headings.map((heading) => `"${heading.replaceAll('"', '""')}"`).join(separatorOf(plain))
  return line + plain.slice(endOfFirstLine(plain))
}

/** A line end within quotes belongs to a cell. */
function endOfFirstLine(text: string): number {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && (text[at] === '\n' || text[at] === '\r')) return at
  }
  return text.length
}
