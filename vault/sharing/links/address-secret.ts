import {
  ADDRESS_CHECK_BYTES,
  CryptoError,
  addressCheck,
  concat,
  equalBytes,
  fromBase64Url,
  toBase64Url,
} from '#crypto/index.ts'

const KEY_BYTES = 32

/** What the fragment of an address holds. Addresses of earlier releases have no check. */
export type AddressSecret = { key: Uint8Array; check: Uint8Array | null }

/** Reads `#…` of an address; undefined when it is missing or cut off. */
export function readAddressSecret(fragment: string): AddressSecret | undefined {
  try {
    const bytes = fromBase64Url(fragment.replace(/^#/, ''))
    if (bytes.length === KEY_BYTES) return { key: bytes, check: null }
    if (bytes.length !== KEY_BYTES + ADDRESS_CHECK_BYTES) return undefined
    return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) }
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return undefined
  }
}

/** The fragment, without its `#`. */
export function writeAddressSecret({ key, check }: AddressSecret): string {
  return toBase64Url(check === null ? key : concat(key, check))
}

/**
 * Everybody who has the address could have sealed another text; only the one that its maker wrote fits the check.
 * @throws {CryptoError} `verify_failed`
 */
export async function requireChecked(
  kind: 'link' | 'request',
  { check }: AddressSecret,
  plain: Uint8Array,
): Promise<void> {
  if (check === null || equalBytes(check, await addressCheck(kind, plain))) return
  throw new CryptoError('verify_failed', 'address')
}
