import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newRecoveryPhrase, parseRecoveryPhrase } from './phrase.ts'
import { systemRandom } from '../primitives/random.ts'

const phrase = newRecoveryPhrase(systemRandom)
const words = phrase.words.split(' ')

describe('recovery phrase', () => {
  test('what was written down is read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (entropy) => {
        const made = newRecoveryPhrase(() => entropy)
        expect(made.words.split(' ').length).toBe(24)
        expect(parseRecoveryPhrase(made.words)).toEqual({ outcome: 'ok', phrase: made })
      }),
    )
  })

  test.for([
    ['capitals', phrase.words.toUpperCase()],
    ['line breaks and tabs', words.join('\n\t ')],
    ['commas', words.join(', ')],
    ['numbers as printed', words.map((word, i) => `${i + 1}. ${word}`).join('\n')],
    ['surrounding space', `  ${phrase.words}\n`],
  ] as const)('%s do not matter', ([, text]) => {
    expect(parseRecoveryPhrase(text)).toEqual({ outcome: 'ok', phrase })
  })

  test('an unknown word is named with its position', () => {
    const typed = words.with(6, 'quantumm').join(' ')
    expect(parseRecoveryPhrase(typed)).toEqual({ outcome: 'unknown_word', word: 'quantumm', position: 7 })
  })

  test('a missing word is a wrong count', () => {
    expect(parseRecoveryPhrase(words.slice(1).join(' '))).toEqual({ outcome: 'wrong_count', count: 23 })
    expect(parseRecoveryPhrase('')).toEqual({ outcome: 'wrong_count', count: 0 })
  })

  test('exchanged words fail the checksum', () => {
    const zeros = newRecoveryPhrase(() => new Uint8Array(32)).words.split(' ')
    const exchanged = [zeros.at(-1), ...zeros.slice(1, -1), zeros[0]].join(' ')
    expect(parseRecoveryPhrase(exchanged)).toEqual({ outcome: 'bad_checksum' })
  })
})
