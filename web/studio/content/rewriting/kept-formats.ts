/** Something that a rewritten passage no longer has, or has in addition. A person is told; nothing is changed for it. */
export type FormatChange =
  | { kind: ListKind; values: string[] }
  | { kind: 'headings' | 'lists' | 'tables' | 'code' | 'quotes' }

type ListKind = 'lostLinks' | 'newLinks' | 'newNumbers' | 'lostNumbers'

/** Compares formats, links and figures of two texts in Markdown. */
export function formatChanges(original: string, rewritten: string): FormatChange[] {
  const changes: FormatChange[] = []
  const differ = (kind: ListKind, all: readonly string[], others: readonly string[]) => {
    const values = all.filter((one) => !others.includes(one))
    if (values.length > 0) changes.push({ kind, values })
  }
  const [links, newLinks] = [linksOf(original), linksOf(rewritten)]
  differ('lostLinks', links, newLinks)
  differ('newLinks', newLinks, links)
  const [numbers, newNumbers] = [numbersOf(original), numbersOf(rewritten)]
  differ('newNumbers', newNumbers, numbers)
  differ('lostNumbers', numbers, newNumbers)
  if (headingsOf(original) !== headingsOf(rewritten)) changes.push({ kind: 'headings' })
  for (const [kind, line] of LINES) if (line.test(original) !== line.test(rewritten)) changes.push({ kind })
  return changes
}

/** Beginnings of lines, by what they make. */
const LINES = [
  ['lists', /^\s*(?:[-*+]|\d{1,3}[.)]) /m],
  ['tables', /^\s*\|.*\|\s*$/m],
  ['code', /^\s*```/m],
  ['quotes', /^\s*> /m],
] as const

const linksOf = (text: string): string[] => [
  ...new Set(text.match(/(?:https?:\/\/|mailto:)[^\s)\]>"'”]+/gi)?.map((link) => link.replace(/[.,;:!?]+$/, ''))),
]

/** Headings by their levels, in their order: `2 3 3`. */
const headingsOf = (text: string): string =>
  [...text.matchAll(/^(#{1,6}) /gm)].map(([, marks = '']) => marks.length).join(' ')

/** Figures outside of links and of the numbers of lists. */
function numbersOf(text: string): string[] {
  const prose = text.replaceAll(/(?:https?:\/\/|mailto:)\S+/gi, ' ').replaceAll(/^\s*\d{1,3}[.)] /gm, ' ')
  return [...new Set(prose.match(/(?<![\w.])\d(?:[\d.,]*\d)?\s?%?(?!\w)/g)?.map((number) => number.trim()))]
}
