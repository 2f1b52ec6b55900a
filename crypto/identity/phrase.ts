import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Bytes } from '../bytes.ts'
import { asKeyEncryptionKey, KEY_BYTES, type KeyEncryptionKey } from '../envelope/keys.ts'
import { authSecret, deriveKey } from './password.ts'
import { draw, type RandomSource } from '../primitives/random.ts'
import type { KemKeyPair } from '../envelope/wrap.ts'
import { xWing } from '../primitives/xwing.ts'

/** 24 words on paper that restore an account without its password. */
export type RecoveryPhrase = {
  /** Lower case, single spaces. */
  readonly words: string
  /** 32 bytes. */
  readonly entropy: Bytes
}

/** What a phrase becomes, in the same two halves as a password. */
export type RecoveryKeys = {
  /** `qs1.` and 43 characters; proves the phrase to the server. */
  readonly recoveryAuth: string
  /** Wraps the account master key in accounts of earlier releases; see `recoveryKeyPair`. */
  readonly rkek: KeyEncryptionKey
}

/** A typed phrase is often wrong, and the person needs to know where: outcomes, not exceptions. */
export type ParsedPhrase =
  | { readonly outcome: 'ok'; readonly phrase: RecoveryPhrase }
  /** Not 24 words. */
  | { readonly outcome: 'wrong_count'; readonly count: number }
  /** `position` counts from 1. */
  | { readonly outcome: 'unknown_word'; readonly word: string; readonly position: number }
  /** All words exist, but one is not the right one or two are exchanged. */
  | { readonly outcome: 'bad_checksum' }

const WORD_COUNT = 24
const known = new Set(wordlist)

/** A new phrase: 256 bits and an 8-bit checksum. @see BIP-39, English list */
export function newRecoveryPhrase(random: RandomSource): RecoveryPhrase {
  const entropy = draw(random, KEY_BYTES)
  return { words: entropyToMnemonic(entropy, wordlist), entropy }
}

/** Reads a typed phrase; case, line breaks, numbering ("3. word") and commas do not matter. */
export function parseRecoveryPhrase(text: string): ParsedPhrase {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s,;]+|\d+[.)]?/)
    .filter((word) => word !== '')

  const unknown = words.findIndex((word) => !known.has(word))
  if (unknown >= 0) return { outcome: 'unknown_word', word: words[unknown] ?? '', position: unknown + 1 }
  if (words.length !== WORD_COUNT) return { outcome: 'wrong_count', count: words.length }

  const normalised = words.join(' ')
  const entropy = readEntropy(normalised)
  return entropy ? { outcome: 'ok', phrase: { words: normalised, entropy } } : { outcome: 'bad_checksum' }
}

/**
 * The keys of a phrase. No stretching: 256 bits of entropy need none.
 *
 * HKDF-SHA-256 of the BIP-39 entropy (not of the BIP-39 seed), empty salt, info `qs1/recovery/auth` and
 * `qs1/recovery/kek`.
 */
export async function deriveRecovery(phrase: RecoveryPhrase): Promise<RecoveryKeys> {
  return {
    recoveryAuth: authSecret(await deriveKey(phrase.entropy, 'qs1/recovery/auth')),
    rkek: asKeyEncryptionKey(await deriveKey(phrase.entropy, 'qs1/recovery/kek')),
  }
}

/** The key pair of a phrase, X-Wing: its public half is kept in the keyring, so that a new master key can be wrapped for the words. */
export async function recoveryKeyPair({ entropy }: Pick<RecoveryPhrase, 'entropy'>): Promise<KemKeyPair> {
  const seed = await deriveKey(entropy, 'qs1/recovery/kem')
  return { suite: 'std', seed, publicKey: await (await xWing()).publicKey(seed) }
}

function readEntropy(words: string): Bytes | undefined {
  try {
    return new Uint8Array(mnemonicToEntropy(words, wordlist))
  } catch {
    // Count and words were checked above, so the checksum is the only thing left to be wrong.
    return undefined
  }
}
