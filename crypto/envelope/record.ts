import { type Bytes, concat, requireLength, uint } from '../bytes.ts'
import { utf8, uuidBytes } from '../encoding.ts'
import { CryptoError } from '../errors.ts'
import { KEY_BYTES, type SpaceKey } from './keys.ts'
import { draw, type RandomSource, systemRandom } from '../primitives/random.ts'
import { aesGcmOpen, aesGcmSeal, importAesKey, IV_BYTES, TAG_BYTES } from '../primitives/symmetric.ts'

/** Where a record belongs. All of it is associated data, so the server cannot move a name to another row. */
export type RecordContext = {
  /** What the row is (`file`, `folder`, `tag`, …): lower case letters and hyphens, 1 to 32. */
  readonly kind: string
  /** UUID text of the row. */
  readonly id: string
  /** Version of the row, 0 to 2^32 - 1. */
  readonly version: number
  /** Which field of the row (`name`, `type`, …). */
  readonly field: string
}

/** Seals and opens records of one space epoch. The key is imported once; many calls may be in flight. */
export type RecordCipher = {
  /** @returns iv (12), ciphertext, tag (16): `plain.length + 28` bytes. */
  seal(context: RecordContext, plain: Uint8Array): Promise<Bytes>
  /** @throws {CryptoError} `open_failed` */
  open(context: RecordContext, sealed: Uint8Array): Promise<Bytes>
}

const KIND = /^[a-z][a-z-]{0,31}$/
const RECORD_OVERHEAD_BYTES: number = IV_BYTES + TAG_BYTES

/**
 * Prepares a space key for many records.
 *
 * Random 96-bit IVs: one key may seal 2^32 records (NIST SP 800-38D §8.3), far more than an epoch holds.
 */
export async function createRecordCipher(
  spaceKey: SpaceKey,
  random: RandomSource = systemRandom,
): Promise<RecordCipher> {
  requireLength('space key', spaceKey, KEY_BYTES)
  const key = await importAesKey(spaceKey, ['encrypt', 'decrypt'])

  return {
    seal: async (context, plain) => {
      const iv = draw(random, IV_BYTES)
      return concat(iv, await aesGcmSeal(key, iv, recordAad(context), plain))
    },
    open: async (context, sealed) => {
      const aad = recordAad(context)
      if (sealed.length < RECORD_OVERHEAD_BYTES) throw new CryptoError('open_failed', 'record')
      try {
        return await aesGcmOpen(key, sealed.subarray(0, IV_BYTES), aad, sealed.subarray(IV_BYTES))
      } catch (cause) {
        throw new CryptoError('open_failed', 'record', { cause })
      }
    },
  }
}

/** Seals one record; for more than a few use `createRecordCipher`. */
export async function sealRecord(
  options: RecordContext & { spaceKey: SpaceKey; plain: Uint8Array; random: RandomSource },
): Promise<Bytes> {
  const cipher = await createRecordCipher(options.spaceKey, options.random)
  return cipher.seal(options, options.plain)
}

/** Opens one record. @throws {CryptoError} `open_failed` */
export async function openRecord(options: RecordContext & { spaceKey: SpaceKey; sealed: Uint8Array }): Promise<Bytes> {
  const cipher = await createRecordCipher(options.spaceKey)
  return cipher.open(options, options.sealed)
}

function recordAad({ kind, id, version, field }: RecordContext): Bytes {
  if (!KIND.test(kind)) throw new CryptoError('bad_argument', 'record kind')
  return concat(utf8(`qs1/${kind}`), uint(0, 1), uuidBytes(id), uint(version, 4), utf8(field))
}
