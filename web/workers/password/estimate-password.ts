import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
// Of English its words: names and Wikipedia would double the download for little.
import englishWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs'

/** What makes a password easy to guess. */
export type Weakness = 'repeat' | 'sequence' | 'keyboard' | 'date' | 'common' | 'word' | 'yours' | 'short'
export type PasswordEstimate = {
  /** How many guesses somebody needs who tries likely ones first, as a power of ten. */
  guessesLog10: number
  weakness: Weakness
}

/** What is longer is judged by its beginning, so that no password takes long. */
const JUDGED_CHARACTERS = 80
const PRODUCT = ['quantumshield', 'vault']

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, englishWords },
  graphs: adjacencyGraphs,
  maxLength: JUDGED_CHARACTERS,
})

/** @param about words that those who know the person or the place would try first. */
export function estimatePassword(password: string, about: readonly string[]): PasswordEstimate {
  const { guessesLog10, sequence } = estimator.check(password, [...PRODUCT, ...about])
  const longest = sequence.toSorted((one, other) => other.token.length - one.token.length)[0]
  return { guessesLog10, weakness: longest ? weaknessOf(longest) : 'short' }
}

const BY_PATTERN: Record<string, Weakness> = {
  repeat: 'repeat',
  sequence: 'sequence',
  spatial: 'keyboard',
  date: 'date',
  regex: 'date',
}

function weaknessOf(match: Match): Weakness {
  if (match.pattern !== 'dictionary') return BY_PATTERN[match.pattern] ?? 'short'
  const name = String(match['dictionaryName'])
  if (name === 'userInputs') return 'yours'
  return name.startsWith('passwords') ? 'common' : 'word'
}
