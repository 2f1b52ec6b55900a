import type { BannedClaims } from './moderation/banned-claims.ts'
import { ModelError } from './model-error.ts'
import { PLACEHOLDER_CHARACTERS, type Redaction } from './redaction/redact.ts'

/**
 * A text that comes in pieces. Nothing is given out before it is whole: placeholders are filled in again, and a banned claim is found before its
 * first letter was shown.
 */
export class HeldText {
  readonly #redaction: Redaction
  readonly #banned: BannedClaims
  /** As it came, and not filled in yet. */
  #raw = ''
  #text = ''
  #given = 0

  constructor(redaction: Redaction, banned: BannedClaims) {
    this.#redaction = redaction
    this.#banned = banned
  }

  /** All that came. */
  get text(): string {
    return this.#text + this.#raw
  }

  /** @returns what may be shown now. @throws {ModelError} `blocked` */
  push(piece: string): string {
    this.#raw += piece
    const open = this.#raw.lastIndexOf('[')
    const isOpen = open >= 0 && !this.#raw.includes(']', open) && this.#raw.length - open < PLACEHOLDER_CHARACTERS
    const until = isOpen ? open : this.#raw.length
    this.#text += this.#redaction.restore(this.#raw.slice(0, until))
    this.#raw = this.#raw.slice(until)
    return this.#give(this.#text.length - this.#banned.heldCharacters, false)
  }

  /** @returns the rest. @throws {ModelError} `blocked` */
  end(): string {
    this.#text += this.#redaction.restore(this.#raw)
    this.#raw = ''
    return this.#give(this.#text.length, true)
  }

  #give(until: number, isEnded: boolean): string {
    const from = Math.max(0, this.#given - 2 * this.#banned.heldCharacters)
    const claim = this.#banned.find(this.#text.slice(from), { isEnded })
    if (claim !== undefined) throw new ModelError('blocked', { detail: claim })
    if (until <= this.#given) return ''
    const given = this.#text.slice(this.#given, until)
    this.#given = until
    return given
  }
}
