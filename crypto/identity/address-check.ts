import type { Bytes } from '../bytes.ts'
import { concat, uint } from '../bytes.ts'
import { utf8 } from '../encoding.ts'
import { digest } from '../primitives/symmetric.ts'

/** Behind the secret in the fragment of an address. Enough: what is hashed was chosen by who made the address. */
export const ADDRESS_CHECK_BYTES = 16

/**
 * What an address says about the text behind it: everybody who has the secret could seal another text, and the server could serve
 * it; this part of the address then no longer fits.
 *
 * First 16 bytes of SHA-256(`qs1/link/check` or `qs1/request/check` ‖ 00 ‖ text before it is sealed)
 */
export async function addressCheck(kind: 'link' | 'request', plain: Uint8Array): Promise<Bytes> {
  const whole = await digest('SHA-256', concat(utf8(`qs1/${kind}/check`), uint(0, 1), plain))
  return whole.slice(0, ADDRESS_CHECK_BYTES)
}
