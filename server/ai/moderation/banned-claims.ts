import { escapePattern } from '../escape-pattern.ts'

/**
 * The claims that an organisation does not want to make, found in what a model wrote. A list of phrases, no classifier: it finds these words in
 * this order, whatever is between them as space or emphasis, and nothing that means the same.
 */
export class BannedClaims {
  readonly #patterns: readonly { claim: string; pattern: RegExp }[]
  /** Characters that may be the beginning of a claim whose end has not come yet. */
  readonly heldCharacters: number

  constructor(claims: readonly string[]) {
    const known = claims.map((claim) => claim.trim()).filter(Boolean)
    this.#patterns = known.map((claim) => ({ claim, pattern: patternOf(claim) }))
    this.heldCharacters = known.length === 0 ? 0 : 2 * Math.max(...known.map(({ length }) => length)) + 8
  }

  /** The first claim of the list in `text`. @param isEnded false: a word at the end may be longer than it is now. */
  find(text: string, { isEnded = true }: { isEnded?: boolean } = {}): string | undefined {
    return this.#patterns.find(({ pattern }) => {
      const found = pattern.exec(text)
      return found !== null && (isEnded || found.index + found[0].length < text.length)
    })?.claim
  }
}

function patternOf(claim: string): RegExp {
  const words = claim.split(/\s+/).map((word) => escapePattern(word))
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[\\s*_~`\\u00a0-]+')}(?![\\p{L}\\p{N}])`, 'iu')
}
