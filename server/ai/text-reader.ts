import { ModelError } from './model-error.ts'
import type { BannedClaims } from './moderation/banned-claims.ts'

/** Form in which a text is shown. `textOf`: where marks were taken out, words that they parted may be a banned claim now. */
export type TextReader<Shown> = {
  push: (piece: string) => Shown[]
  end: () => Shown[]
  textOf?: (shown: Shown) => string
}

export const AS_IT_COMES: TextReader<string> = { push: (piece) => (piece === '' ? [] : [piece]), end: () => [] }

/** Looks for banned claims in what is shown next, and across it and what was shown before. */
export class ShownClaims<Shown> {
  readonly #banned: BannedClaims
  readonly #reader: TextReader<Shown>
  #last = ''

  constructor(banned: BannedClaims, reader: TextReader<Shown>) {
    this.#banned = banned
    this.#reader = reader
  }

  /** @throws {ModelError} `blocked`, before the claim is given out */
  *look(all: readonly Shown[]): Generator<Shown> {
    for (const one of all) {
      const text = this.#reader.textOf?.(one) ?? ''
      const claim = this.#banned.find(`${this.#last} ${text}`)
      if (claim !== undefined) throw new ModelError('blocked', { detail: claim })
      this.#last = text
      yield one
    }
  }
}
