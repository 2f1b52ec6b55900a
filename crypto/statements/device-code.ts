import { type Bytes, concat, equalBytes } from '../bytes.ts'
import { fromBase64Url, fromUtf8, toBase64Url, utf8, uuidBytes, uuidText } from '../encoding.ts'
import { KEY_BYTES } from '../envelope/keys.ts'
import { CryptoError } from '../errors.ts'
import { digest } from '../primitives/symmetric.ts'

/** What a device is given once, to enrol with. */
export type DeviceCode = {
  readonly deviceId: string
  /** 32 random bytes. */
  readonly secret: Uint8Array
  /** `inboxFingerprint` of the key that it seals to. */
  readonly fingerprint: Uint8Array
  /** Origin of the server, without a trailing slash. */
  readonly server: string
}

const PREFIX = 'qsd1-'
const CHECK_BYTES = 4
const ID_BYTES = 16

/** `qsd1-` and base64url of check (4) ‖ id (16) ‖ secret (32) ‖ fingerprint (32) ‖ UTF-8 of the server; the check is the begin of SHA-256 of the rest. */
export async function writeDeviceCode({ deviceId, secret, fingerprint, server }: DeviceCode): Promise<string> {
  const rest = concat(uuidBytes(deviceId), secret, fingerprint, utf8(server))
  return PREFIX + toBase64Url(concat(await checkOf(rest), rest))
}

/** @throws {CryptoError} `bad_argument` for a code that is none, or not whole. */
export async function readDeviceCode(text: string): Promise<DeviceCode> {
  if (!text.startsWith(PREFIX)) throw new CryptoError('bad_argument', 'device code')
  const bytes = fromBase64Url(text.slice(PREFIX.length))
  const rest = bytes.subarray(CHECK_BYTES)
  const [secretAt, fingerprintAt, serverAt] = [ID_BYTES, ID_BYTES + KEY_BYTES, ID_BYTES + 2 * KEY_BYTES]
  const isWhole = rest.length > serverAt && equalBytes(bytes.subarray(0, CHECK_BYTES), await checkOf(rest))
  if (!isWhole) throw new CryptoError('bad_argument', 'device code')
  return {
    deviceId: uuidText(rest.subarray(0, secretAt)),
    secret: rest.slice(secretAt, fingerprintAt),
    fingerprint: rest.slice(fingerprintAt, serverAt),
    server: fromUtf8(rest.subarray(serverAt)),
  }
}

const checkOf = async (rest: Uint8Array): Promise<Bytes> => (await digest('SHA-256', rest)).slice(0, CHECK_BYTES)
