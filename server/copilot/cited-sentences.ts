import type { WrittenSentence } from '#contract/copilot/copilot.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Numbers of passages, as the prompt asks for them: `[2]` or `[1, 3]`. */
const MARKS = /\s*\[\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*\]/g
/** Marks behind the end of a sentence belong to it, and stand before the end then. */
const MARKS_BEHIND = /([.!?]["”’)]?)((?:\s*\[\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*\])+)/g
/** Beginning of marks, which may belong to the sentence before it. */
const OPEN_MARK = /^\s*\[[\d\s,]*$/
/** Signs of Markdown at the beginning of a line: sentences are shown as plain text. */
const LINE_SIGNS = /^\s*(?:[-*+>]|#{1,6}|\d{1,2}[.)])\s+/
/** A period after one of these ends no sentence, also before a name. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|vs|approx|ca|No)\.\s*$/
/** Longer than any sentence that is worth reading: what has no end is one that failed. */
const MAX_SENTENCE_CHARACTERS = 1000

/**
 * The text of a model in sentences, of which only those come out that name one of the passages that it was given. What a model adds of its own is
 * left out: it would stand next to quotes and look like one.
 */
export class CitedSentences {
  readonly #passages: number
  #open = ''
  #leftOut = 0
  /** Set while the end of a sentence is still coming whose beginning was dropped. */
  #isTooLong = false

  /** @param passages how many the model was given */
  constructor(passages: number) {
    this.#passages = passages
  }

  /** Sentences that named no passage, so far. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** @returns sentences that are whole now */
  push(piece: string): WrittenSentence[] {
    this.#open += piece
    const segments = this.#segments()
    const last = segments.pop() ?? ''
    // The sentence before may get its marks yet.
    if (last.trim() === '' || OPEN_MARK.test(last)) return []
    const cited = this.#cited(segments)
    this.#open = last
    if (last.length > MAX_SENTENCE_CHARACTERS) this.#drop()
    return cited
  }

  /** @returns the rest. A sentence without an end counts where it names a passage. */
  end(): WrittenSentence[] {
    const segments = this.#segments()
    this.#open = ''
    return this.#cited(segments)
  }

  #segments(): string[] {
    const text = this.#open.replaceAll(
      MARKS_BEHIND,
      (_, end: string, marks: string) => marks.replaceAll(/\s+/g, ' ') + end,
    )
    const segments = text
      .split(/(?<=\n)/)
      .flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment))
    const whole: string[] = []
    for (const segment of segments) {
      const before = whole.at(-1)
      if (before !== undefined && ABBREVIATION.test(before)) whole[whole.length - 1] = before + segment
      else whole.push(segment)
    }
    return whole
  }

  #drop(): void {
    this.#open = ''
    if (!this.#isTooLong) this.#leftOut += 1
    this.#isTooLong = true
  }

  #cited(segments: readonly string[]): WrittenSentence[] {
    const whole = this.#isTooLong ? segments.slice(1) : segments
    if (segments.length > 0) this.#isTooLong = false
    const all = whole.map((segment) => this.#read(segment)).filter(({ text }) => /\p{L}/u.test(text))
    const cited = all.filter(({ sources }) => sources.length > 0)
    this.#leftOut += all.length - cited.length
    return cited
  }

  #read(segment: string): WrittenSentence {
    const marks = segment.match(MARKS) ?? []
    const named = marks.flatMap((mark) => (mark.match(/\d+/g) ?? []).map(Number))
    const sources = [...new Set(named)].filter((one) => one >= 1 && one <= this.#passages)
    const text = segment
      .replaceAll(MARKS, '')
      .replace(LINE_SIGNS, '')
      .replaceAll(/\*\*|__|`/g, '')
    return { text: text.replaceAll(/\s+/g, ' ').trim(), sources }
  }
}
