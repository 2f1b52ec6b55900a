import { utf8 } from '#crypto/encoding.ts'
import { readUint } from '#crypto/bytes.ts'
import { ed25519Scheme } from '#crypto/primitives/ed25519.ts'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import { LedgerError } from '../errors.ts'
import type { Note, NoteSignature } from './note.ts'
import { ed25519Cosigned, mlDsaCosigned } from './sign.ts'
import type { VerifierKey } from './verifier-key.ts'

/** A key whose signature holds. `seconds` since 1970, from cosignatures. */
export type VerifiedSignature = { readonly key: VerifierKey; readonly seconds: number | undefined }

const TIME_BYTES = 8
const NO_CONTEXT = new Uint8Array()

/**
 * The signatures of known keys below a note; those of others are ignored, whatever they say.
 *
 * @returns one for each key that signed: more of the same count once.
 * @throws {LedgerError} `bad_signature` when one of a known key does not hold: the whole note is refused then.
 */
export async function verifyNote(note: Note, keys: readonly VerifierKey[]): Promise<VerifiedSignature[]> {
  const verified = new Map<VerifierKey, VerifiedSignature>()
  for (const signature of note.signatures) {
    const key = keys.find(({ name, keyId }) => name === signature.name && keyId === signature.keyId)
    if (!key) continue
    const seconds = await verifySignature(note.text, signature, key)
    if (seconds === 'bad') throw new LedgerError('bad_signature', `signature of ${key.name}`)
    if (!verified.has(key)) verified.set(key, { key, seconds })
  }
  return [...verified.values()]
}

async function verifySignature(text: string, { signature }: NoteSignature, key: VerifierKey) {
  if (key.type === 'ed25519') {
    const scheme = await ed25519Scheme()
    return (await scheme.verify(key.publicKey, utf8(text), signature)) ? undefined : 'bad'
  }
  const seconds = readTime(signature)
  if (seconds === undefined) return 'bad'
  const proper = signature.subarray(TIME_BYTES)
  if (key.type === 'ed25519-cosignature') {
    const scheme = await ed25519Scheme()
    return (await scheme.verify(key.publicKey, utf8(ed25519Cosigned(text, seconds)), proper)) ? seconds : 'bad'
  }
  const scheme = await mlDsa(44)
  const message = mlDsaCosigned(key.name, text, seconds)
  return (await scheme.verify(key.publicKey, message, NO_CONTEXT, proper)) ? seconds : 'bad'
}

/** Eight bytes; undefined beyond what a number holds, which is no time on this planet. */
function readTime(signature: Uint8Array): number | undefined {
  if (signature.length < TIME_BYTES) return undefined
  const [high, low] = [readUint(signature, 0, 4), readUint(signature, 4, 4)]
  return high < 2 ** 21 ? high * 2 ** 32 + low : undefined
}
