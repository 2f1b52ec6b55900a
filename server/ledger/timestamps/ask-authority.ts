import { systemRandom } from '#crypto/primitives/random.ts'
import type { Timestamp } from '#ledger/timestamp/timestamp-token.ts'
import { describeFailure, readLimited } from '../read-limited.ts'
import type { TimestampSettings } from './timestamp-settings.ts'

const TIMEOUT_MS = 20_000
/** With a chain of certificates. */
const MOST_BYTES = 64 * 1024
const NONCE_BYTES = 16

export type Stamped = Timestamp & { readonly reply: Uint8Array }

/** Asks the authority to say when these bytes existed. Never throws for what it answers. */
export async function askAuthority(
  { url, trusted }: TimestampSettings,
  stamped: Uint8Array,
): Promise<Stamped | { readonly problem: string }> {
  const nonce = systemRandom(NONCE_BYTES)
  // Its parsers are loaded only where an authority is asked.
  const { readCertificates, readTimestamp, writeTimestampRequest } =
    await import('#ledger/timestamp/timestamp-token.ts')
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Buffer.from(await writeTimestampRequest(stamped, nonce)),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const reply = await readLimited(response, MOST_BYTES)
    if (response.status !== 200) return { problem: `it answered with status ${response.status}` }
    const read = await readTimestamp(reply, { stamped, nonce, trusted: readCertificates(trusted) })
    return { ...read, reply }
  } catch (error) {
    return { problem: describeFailure(error, 'a time-stamping authority') }
  }
}
