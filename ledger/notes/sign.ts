import { type Bytes, concat, uint } from '#crypto/bytes.ts'
import { utf8 } from '#crypto/encoding.ts'
import { ed25519Scheme } from '#crypto/primitives/ed25519.ts'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import type { RandomSource } from '#crypto/primitives/random.ts'
import { LedgerError } from '../errors.ts'
import { parseCheckpoint } from './checkpoint.ts'
import type { NoteSignature } from './note.ts'
import { type VerifierKey, verifierKey } from './verifier-key.ts'

/** Signs notes of one name with one key. */
export type NoteSigner = {
  readonly key: VerifierKey
  /** @param seconds since 1970; part of what a cosigner signs, and not of a plain signature. */
  sign(text: string, seconds: number): Promise<NoteSignature>
}

const TIME_BYTES = 8
const MAX_NAME_BYTES = 255
const LABEL = utf8('subtree/v1\n\0')
const NO_CONTEXT = new Uint8Array()

/** Signs any text. @see c2sp.org/signed-note */
export async function ed25519Signer(name: string, seed: Uint8Array): Promise<NoteSigner> {
  const scheme = await ed25519Scheme()
  const [publicKey, sign] = [await scheme.publicKey(seed), await scheme.signer(seed)]
  const key = verifierKey(name, 'ed25519', publicKey)
  return { key, sign: async (text) => ({ ...named(key), signature: await sign(utf8(text)) }) }
}

/** Signs checkpoints with a time. @see c2sp.org/tlog-cosignature */
export async function ed25519Cosigner(name: string, seed: Uint8Array): Promise<NoteSigner> {
  const scheme = await ed25519Scheme()
  const [publicKey, sign] = [await scheme.publicKey(seed), await scheme.signer(seed)]
  const key = verifierKey(name, 'ed25519-cosignature', publicKey)
  return {
    key,
    sign: async (text, seconds) => {
      parseCheckpoint(text)
      const signature = await sign(utf8(ed25519Cosigned(text, seconds)))
      return { ...named(key), signature: concat(uint(seconds, TIME_BYTES), signature) }
    },
  }
}

/** Signs checkpoints with a time, safe against quantum computers. @see c2sp.org/tlog-cosignature */
export async function mlDsaCosigner(name: string, seed: Uint8Array, random: RandomSource): Promise<NoteSigner> {
  const scheme = await mlDsa(44)
  const [publicKey, sign] = [await scheme.publicKey(seed), await scheme.signer(seed)]
  const key = verifierKey(name, 'ml-dsa-44-cosignature', publicKey)
  return {
    key,
    sign: async (text, seconds) => {
      const signature = await sign(mlDsaCosigned(name, text, seconds), NO_CONTEXT, random)
      return { ...named(key), signature: concat(uint(seconds, TIME_BYTES), signature) }
    },
  }
}

/** The message of an Ed25519 cosignature. */
export const ed25519Cosigned = (text: string, seconds: number): string => `cosignature/v1\ntime ${seconds}\n${text}`

/**
 * The message of an ML-DSA-44 cosignature: a whole tree, from its first entry. Extension lines are not in it.
 *
 * @throws {LedgerError} `malformed` unless the text is a checkpoint, or for a name of more than 255 bytes.
 */
export function mlDsaCosigned(cosigner: string, text: string, seconds: number): Bytes {
  const { origin, size, root } = parseCheckpoint(text)
  const time = uint(seconds, TIME_BYTES)
  return concat(LABEL, opaque(cosigner), time, opaque(origin), uint(0, 8), uint(size, 8), root)
}

function opaque(text: string): Bytes {
  const bytes = utf8(text)
  if (bytes.length === 0 || bytes.length > MAX_NAME_BYTES)
    throw new LedgerError('malformed', 'name of a log or witness')
  return concat(uint(bytes.length, 1), bytes)
}

const named = ({ name, keyId }: VerifierKey) => ({ name, keyId })
