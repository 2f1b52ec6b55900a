import { SOURCE_LIMITS } from '#contract/sources/sources.ts'
import { wordsOf } from '#contract/studio/content.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** A period after one of these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nos|vs|Inc|Ltd|Co|Corp|Fig|approx|ca|cf|e\.g|i\.e|[A-Z])\.\s*$/
const SENTENCE_END = /[.!?…。]["'”’)\]]*\s*$/u
const BEFORE_BRACKET = /[.!?…]["'”’)\]]*\s+(?=\[)/gu
/** Maximum of characters that are looked at for the end of a sentence. */
const END_CHARACTERS = 24
/** Four words of a letter. */
const MIN_CHARACTERS = 2 * SOURCE_LIMITS.quoteWords - 1
/** With its white space. */
const MAX_RAW_CHARACTERS = SOURCE_LIMITS.quoteCharacters * 4
/** Controls and marks of direction: a quotation turns nothing round that is next to it. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu

/** A sentence and where it begins in its text, in UTF-16 code units. */
type Cut = { from: number; text: string }

/** Cuts a paragraph into the sentences that can be quoted: of four words at least, and not as long as a page. Others are left out. */
export function cutSentences(paragraph: string): Cut[] {
  // Most cells of a table: the segmenter alone takes eight microseconds.
  if (paragraph.length < MIN_CHARACTERS) return []
  const cuts: Cut[] = []
  let from = 0
  for (const to of endsIn(paragraph)) {
    const end = paragraph.slice(Math.max(from, to - END_CHARACTERS), to)
    // A line within a paragraph ends no sentence.
    if (to < paragraph.length && (ABBREVIATION.test(end) || !SENTENCE_END.test(end))) continue
    if (to - from <= MAX_RAW_CHARACTERS) cuts.push(cutOf(paragraph, from, to))
    from = to
  }
  return cuts.filter(({ text }) => canBeQuoted(text))
}

/** Places where a sentence may end. The segmenter has a bracket and a small letter continue the sentence before them; they begin one. */
function endsIn(paragraph: string): number[] {
  const segments = Array.from(segmenter.segment(paragraph), ({ segment, index }) => index + segment.length)
  const brackets = Array.from(paragraph.matchAll(BEFORE_BRACKET), ({ 0: found, index }) => index + found.length)
  return brackets.length === 0 ? segments : [...new Set([...segments, ...brackets])].toSorted((a, b) => a - b)
}

function cutOf(paragraph: string, from: number, to: number): Cut {
  const raw = paragraph.slice(from, to)
  return { from: from + raw.length - raw.trimStart().length, text: inOneLine(raw) }
}

const inOneLine = (text: string): string => text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()

const canBeQuoted = (text: string): boolean =>
  text.length <= SOURCE_LIMITS.quoteCharacters && wordsOf(text) >= SOURCE_LIMITS.quoteWords
