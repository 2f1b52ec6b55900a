import type { WrittenSentence } from '#contract/copilot/copilot.ts'
import { ModelError } from '../ai/model-error.ts'
import { firstSegment, MARK, type Scan, type Segment } from './sentence-ends.ts'

const MARKS = new RegExp(MARK, 'g')
/** Signs of Markdown at the beginning of a line: sentences are shown as plain text. */
const LINE_SIGNS = /^\s?(?:[-*+>]|#{1,6}|\d{1,2}[.)])\s/
const BEGINS_WITH_MARK = new RegExp(`^(?:${LINE_SIGNS.source.slice(1)})?${MARK}`)
/** Signs that nobody sees. A line break is kept, as it ends a sentence. */
const UNSEEN = /\p{Cf}|(?!\s)\p{Cc}/gu
const EMPHASIS = /\*\*|__|`/g
/** Longer than any sentence that is worth reading: what has no end is one that failed. */
const MAX_SENTENCE_CHARACTERS = 1000
/** Four times what is asked for. What a provider sends beyond is not read. */
const MAX_ANSWER_CHARACTERS = 8000
/** End of a sentence that is too long, in which its last sign and its marks are found. */
const KEPT_CHARACTERS = 60

/**
 * The text of a model in sentences, of which only those come out that name one of the passages that it was given. What a model adds of its own is
 * left out: it would stand next to quotes and look like one.
 */
export class CitedSentences {
  readonly #passages: number
  #open = ''
  #scan: Scan = { from: 0, isSure: true }
  #read = 0
  #leftOut = 0
  #marksLead: boolean | undefined
  /** Set while the end of a sentence is still coming whose beginning was dropped. */
  #isTooLong = false

  /** @param passages how many the model was given */
  constructor(passages: number) {
    this.#passages = passages
  }

  /** Sentences that named no passage, or that nobody can tell from the next one, so far. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** Characters that wait for the end of their sentence. */
  get heldCharacters(): number {
    return this.#open.length
  }

  /** @returns sentences that are whole now. @throws {ModelError} `too_much`, after what was within the limit has been given out */
  push(piece: string): WrittenSentence[] {
    if (piece === '') return []
    this.#refuseMore()
    const before = this.#open
    this.#open = plain(before + piece.slice(0, MAX_ANSWER_CHARACTERS - this.#read))
    this.#read += piece.length
    return this.#open === before ? [] : this.#take(false)
  }

  /** @returns the rest. A sentence without an end counts where it names a passage. @throws {ModelError} `too_much` */
  end(): WrittenSentence[] {
    this.#refuseMore()
    return this.#take(true)
  }

  textOf({ text }: WrittenSentence): string {
    return text
  }

  #refuseMore(): void {
    if (this.#read > MAX_ANSWER_CHARACTERS) throw new ModelError('too_much')
  }

  #take(isEnded: boolean): WrittenSentence[] {
    this.#marksLead ??= /\p{L}/u.test(this.#open) ? BEGINS_WITH_MARK.test(this.#open) : undefined
    const cited: WrittenSentence[] = []
    while (this.#open !== '') {
      const segment = firstSegment(this.#open, this.#scan, { marksLead: this.#marksLead ?? false, isEnded })
      if (!segment) {
        if (this.#open.length > MAX_SENTENCE_CHARACTERS + KEPT_CHARACTERS) this.#drop()
        return cited
      }
      this.#keep(this.#open.slice(segment.text.length))
      const sentence = this.#sentence(segment)
      if (sentence) cited.push(sentence)
    }
    return cited
  }

  #drop(): void {
    if (!this.#isTooLong) this.#leftOut += 1
    this.#isTooLong = true
    this.#keep(this.#open.slice(-KEPT_CHARACTERS))
  }

  #keep(rest: string): void {
    this.#open = rest
    this.#scan = { from: 0, isSure: true }
  }

  #sentence({ text: segment, isSure }: Segment): WrittenSentence | undefined {
    const wasDropped = this.#isTooLong
    this.#isTooLong = false
    if (wasDropped) return undefined
    const numbers = (segment.match(MARKS) ?? []).flatMap((mark) => (mark.match(/\d+/g) ?? []).map(Number))
    const sources = [...new Set(numbers)]
    const unmarked = segment.replaceAll(MARKS, '').replace(LINE_SIGNS, '')
    const text = unmarked.replaceAll(/\s+/g, ' ').trim()
    if (!/\p{L}/u.test(text)) return undefined
    const isGiven = sources.length > 0 && sources.every((one) => one >= 1 && one <= this.#passages)
    if (isGiven && isSure && segment.length <= MAX_SENTENCE_CHARACTERS) return { text, sources }
    this.#leftOut += 1
    return undefined
  }
}

const plain = (text: string): string =>
  text
    .replaceAll(UNSEEN, '')
    .replaceAll(EMPHASIS, '')
    .replaceAll(/\s+/g, (run) => (run.includes('\n') ? '\n' : ' '))
