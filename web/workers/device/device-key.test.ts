import { beforeEach, expect, test, vi } from 'vitest'
import { asAccountMasterKey } from '#crypto/index.ts'
import type { Keep } from './device-key.ts'

/** What IndexedDB holds for all tabs of the browser. */
const rows = vi.hoisted(() => new Map<string, Uint8Array>())
vi.mock('./sealed-store.ts', () => ({
  sealedStore: () => ({
    remember: async (userId: string, secret: Uint8Array) => void rows.set(userId, secret),
    recall: async (userId: string) => rows.get(userId),
    forget: async (userId: string) => void rows.delete(userId),
    forgetAll: async () => rows.clear(),
  }),
}))

const ADA = '0b7e1c1e-6f0a-4c39-9a51-3c6a3a4d2f10'
const secret = new Uint8Array(32).fill(7)
const keyOf = (byte: number) => asAccountMasterKey(new Uint8Array(32).fill(byte))
const [before, after] = [keyOf(1), keyOf(2)]
/** As the page answers: what is chosen in this browser now. */
let chosen: Keep

/** The worker of one tab. */
async function openTab() {
  vi.resetModules()
  const worker = await import('./device-key.ts')
  worker.keepAs(async () => chosen)
  return worker
}

beforeEach(() => rows.clear())

test.each([
  ['device', 'browser'],
  ['browser', 'device'],
] as const)('a new account key in another tab is kept as chosen now: "%s", then "%s"', async (first, second) => {
  const keep = (stay: 'browser' | 'device'): Keep => (stay === 'browser' ? { stay, secret } : { stay })
  chosen = keep(first)
  const [one, other] = [await openTab(), await openTab()]
  await one.keepMasterKey(ADA, before, chosen)
  expect(await other.recallMasterKey(ADA, chosen)).toEqual(before)

  chosen = keep(second)
  await one.keepMasterKey(ADA, before, chosen)
  await other.keepOnDevice({ userId: ADA, amk: after })
  expect(await one.recallMasterKey(ADA, keep(first))).toBeUndefined()
  expect(await one.recallMasterKey(ADA, keep(second))).toEqual(after)
})

test('after "This tab" was chosen elsewhere, no new account key is kept', async () => {
  chosen = { stay: 'device' }
  const [one, other] = [await openTab(), await openTab()]
  await one.keepMasterKey(ADA, before, chosen)
  await other.recallMasterKey(ADA, chosen)
  chosen = { stay: 'tab' }
  await other.keepOnDevice({ userId: ADA, amk: after })
  expect(rows.size).toBe(0)
})

test('a key that was forgotten by a lock elsewhere is not kept again', async () => {
  chosen = { stay: 'device' }
  const [one, other] = [await openTab(), await openTab()]
  await one.keepMasterKey(ADA, before, chosen)
  await one.forgetMasterKeys()
  await other.keepOnDevice({ userId: ADA, amk: after })
  expect(rows.size).toBe(0)
})
