import { expect } from 'vitest'
import type { CryptoErrorCode } from '../errors.ts'

/**
 * Changes one byte at a time (and removes and adds one at each end): every result must be refused with one of the
 * given codes, never opened to something else.
 *
 * @param every look at each n-th byte; 1 is all of them.
 */
export async function expectEveryChangeFails(
  sealed: Uint8Array,
  open: (changed: Uint8Array) => Promise<unknown>,
  codes: readonly CryptoErrorCode[],
  every = 1,
): Promise<void> {
  const accepted: string[] = []
  const attempt = async (what: string, changed: Uint8Array) => {
    const code = await open(changed).then(
      () => 'opened',
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    )
    if (!(codes as readonly string[]).includes(code)) accepted.push(`${what}: ${code}`)
  }

  for (let i = 0; i < sealed.length; i += every) {
    const changed = sealed.slice()
    changed[i]! ^= 1 << (i % 8)
    await attempt(`byte ${i}`, changed)
  }
  await attempt('one byte less', sealed.slice(0, -1))
  await attempt('one byte less in front', sealed.slice(1))
  await attempt('one byte more', new Uint8Array([...sealed, 0]))
  await attempt('nothing', new Uint8Array())
  expect(accepted).toEqual([])
}
