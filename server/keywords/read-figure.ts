import type { KeywordColumn } from './list-columns.ts'

/** Empty, a dash, or a range such as "1K – 10K", which is not a figure: unknown. */
const UNKNOWN = /^(|-|–|—|n\/?a|null|\d[\d.,km ]*\s*[-–—]\s*\d[\d.,km ]*|<\s*\d+)$/i
const GROUPED = /^\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+$/
const PLAIN = /^\d+(?:[.,]\d+)?$/
const MAX_FIGURE = 1e12

/** A figure of a list. @returns null where it is unknown, undefined where it cannot be read */
export function readFigure(cell: string, column: Exclude<KeywordColumn, 'keyword'>): number | null | undefined {
  const text = cell.trim().replace(/^[$€£]\s*|\s*[%$€£]$/g, '')
  if (UNKNOWN.test(text)) return null
  const isWhole = column !== 'position' && column !== 'cpcMicros'
  // "1.300" is a number with a group in a column of whole numbers only.
  const digits = isWhole && GROUPED.test(text) ? text.replace(/[^\d]/g, '') : text.replace(',', '.')
  if (!PLAIN.test(digits)) return undefined
  const figure = Number(digits)
  if (figure > MAX_FIGURE || (column === 'kd' && figure > 100)) return undefined
  if (column === 'cpcMicros') return Math.round(figure * 1e6)
  return column === 'position' ? figure : Math.round(figure)
}
