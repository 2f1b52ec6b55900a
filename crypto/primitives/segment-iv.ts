import { concat, requireLength, uint } from '../bytes.ts'
import { utf8, uuidBytes } from '../encoding.ts'
import { FLOE_IV_BYTES, type SegmentIvs } from '../envelope/floe-core.ts'
import { type FileKey, KEY_BYTES } from '../envelope/keys.ts'
import { digest, hkdf, hmac, importHmacKey, IV_BYTES } from './symmetric.ts'

/**
 * IVs that follow from what is sealed, so that sealing the same plaintext again gives the same bytes: a part that is sent twice is
 * the same part, and the root over a file does not depend on which try arrived. Another plaintext, position, message or file has
 * another IV; where the IV repeats, so does everything it is used with, and nothing is learned.
 *
 * HMAC-SHA-256(HKDF(file key, `qs1/segment-iv` ‖ 00 ‖ uuid(content id) ‖ message IV), u64(index) ‖ u8(last) ‖ SHA-256(plain)), first 12 bytes
 *
 * @throws {CryptoError} `bad_argument`
 */
export async function segmentIvs(message: {
  fileKey: FileKey
  contentId: string
  iv: Uint8Array
}): Promise<SegmentIvs> {
  const { fileKey: secret, contentId, iv } = message
  requireLength('file key', secret, KEY_BYTES)
  requireLength('message IV', iv, FLOE_IV_BYTES)
  const info = concat(utf8('qs1/segment-iv'), uint(0, 1), uuidBytes(contentId), iv)
  const key = await importHmacKey('SHA-256', await hkdf({ hash: 'SHA-256', secret, info, length: KEY_BYTES }))
  return async (index, last, plain) => {
    const place = concat(uint(index, 8), uint(last ? 1 : 0, 1))
    const whole = await hmac(key, concat(place, await digest('SHA-256', plain)))
    return whole.slice(0, IV_BYTES)
  }
}
