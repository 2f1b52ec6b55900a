import { parseCsv } from '#contract/csv/csv.ts'
import { separatorOf } from '#contract/csv/csv-table.ts'
import { decodeList } from '#contract/csv/decode-list.ts'
import { SOURCE_LIMITS, type SourceFormat } from '#contract/sources/sources.ts'
import { parseHtml } from '../html.ts'
import { cutSentences } from './cut-sentences.ts'

/** A sentence with the line, row or paragraph that it begins in, from 1. */
export type PlacedSentence = { line: number; text: string }
type SourceProblem = 'source_too_large' | 'source_no_text' | 'source_too_many_sentences' | 'source_empty'
export type ReadSource = { text: string; sentences: PlacedSentence[] }

/** Control characters that text may have: tab, line feed, form feed, carriage return. */
const CONTROLS = /[^\P{Cc}\t\n\f\r]/gu
/** One in so many characters makes a file of something else. */
const CHARACTERS_PER_CONTROL = 1000
/** How files begin that have only letters, and are no text that anyone reads. */
const MARKS_OF_PROGRAMS = /^\s*(?:%PDF-|%!PS|\{\\rtf|MIME-Version:|-----BEGIN )/

/** Reads the text of a file, and cuts it into the sentences that can be quoted. */
export function readSourceFile(bytes: Uint8Array, format: SourceFormat): ReadSource | { problem: SourceProblem } {
  if (bytes.length > SOURCE_LIMITS.bytes) return { problem: 'source_too_large' }
  const decoded = decodeList(bytes)
  return decoded ? readSourceText(decoded.text, format) : { problem: 'source_no_text' }
}

/** The same for a text that was pasted. Of a page in HTML, the text that people see is kept, one paragraph in a line. */
export function readSourceText(given: string, format: SourceFormat): ReadSource | { problem: SourceProblem } {
  if (Buffer.byteLength(given) > SOURCE_LIMITS.bytes) return { problem: 'source_too_large' }
  if (!isText(given)) return { problem: 'source_no_text' }
  const plain = given
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, ' ')
  const text = format === 'html' ? textOfPage(plain) : plain
  if (text === undefined) return { problem: 'source_no_text' }
  const sentences = SENTENCES[format](text)
  if (sentences.length === 0) return { problem: 'source_empty' }
  return sentences.length > SOURCE_LIMITS.sentences ? { problem: 'source_too_many_sentences' } : { text, sentences }
}

const isText = (text: string): boolean =>
  !text.includes('\0') &&
  !MARKS_OF_PROGRAMS.test(text) &&
  (text.match(CONTROLS)?.length ?? 0) <= text.length / CHARACTERS_PER_CONTROL

const SENTENCES: Readonly<Record<SourceFormat, (text: string) => PlacedSentence[]>> = {
  txt: (text) => distinct(paragraphsOf(text.split('\n')).flatMap(cutParagraph)),
  md: (text) => distinct(paragraphsOf(withoutMarks(text.split('\n'))).flatMap(cutParagraph)),
  csv: (text) => distinct(rowsOf(text)),
  html: (text) => distinct(text.split('\n').flatMap((one, at) => cutParagraph([{ line: at + 1, text: one }]))),
}

/** Lines that belong together: a blank one is between two paragraphs. */
function paragraphsOf(lines: readonly string[]): PlacedSentence[][] {
  const paragraphs: PlacedSentence[][] = [[]]
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push({ line: at + 1, text })
  }
  return paragraphs
}

/** Tag of bounded length: without bounds, a megabyte of opening brackets took minutes. */
const LINK = /!?\[([^[\]]{0,300})\]\([^()]{0,1000}\)/g

/** Lines of Markdown as they are read: headings, code and rules are no sentences, an item of a list is a paragraph of its own. */
function withoutMarks(lines: readonly string[]): string[] {
  let isCode = false
  return lines.map((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || /^\s*(?:#|```|~~~|\||[-=*_]{3,}\s*$)/.test(line)) return ''
    return line
      .replace(/^[\s>]*(?:[-*+]|\d{1,3}[.)])?\s+/, '')
      .replaceAll(LINK, '$1')
      .replaceAll(/\*\*|__|`/g, '')
  })
}

/** Cuts one paragraph, and finds in which of its lines each sentence begins. */
function cutParagraph(lines: readonly PlacedSentence[]): PlacedSentence[] {
  const starts: number[] = []
  let whole = ''
  for (const { text } of lines) {
    starts.push(whole.length)
    whole += `${text}\n`
  }
  let at = 0
  return cutSentences(whole).map(({ from, text }) => {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= from) at += 1
    return { line: lines[at]?.line ?? 1, text }
  })
}

/** Sentences of cells. Where none of a row has one, the whole row, its cells separated by commas. */
function rowsOf(text: string): PlacedSentence[] {
  return parseCsv(text, { separator: separatorOf(text) }).flatMap((cells, at) => {
    // The headings are in the first row.
    if (at === 0) return []
    const ofCells = cells.flatMap((cell) => cutSentences(cell))
    const found = ofCells.length > 0 ? ofCells : cutSentences(cells.filter((cell) => cell.trim() !== '').join(', '))
    return found.map((sentence) => ({ line: at + 1, text: sentence.text }))
  })
}

/** Elements whose text nobody reads, or nobody quotes. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'nav',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
/** Elements within a line of text. */
const INLINE = new Set('a abbr b cite code del em i ins kbd mark q s small span strong sub sup time u'.split(' '))

/** Returns text that people see of a page, one paragraph in a line; undefined for what is no page. */
function textOfPage(html: string): string | undefined {
  let silent = 0
  let text = ''
  const isWhole = parseHtml(html, {
    onopentag(name) {
      if (SILENT.has(name)) silent += 1
      if (!INLINE.has(name)) text += '\n'
    },
    ontext(part) {
      if (silent === 0) text += part.replaceAll(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1
      if (!INLINE.has(name)) text += '\n'
    },
  })
  if (!isWhole) return undefined
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** The first of each text. */
function distinct(sentences: readonly PlacedSentence[]): PlacedSentence[] {
  const seen = new Set<string>()
  return sentences.filter(({ text }) => !seen.has(text) && seen.add(text))
}
