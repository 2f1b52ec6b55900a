import {
  type AccountMasterKey,
  asAccountMasterKey,
  asKeyEncryptionKey,
  CryptoError,
  systemRandom,
  unwrapAccountKey,
  wrapAccountKey,
} from '#crypto/index.ts'
import { sealedStore } from './sealed-store.ts'

const KEY_BYTES = 32
const store = sealedStore('quantumshield-device', 'unlock')

/** What stays of the account key when a vault opens: nothing, what opens with the secret of this browser's tabs, or what opens alone. */
export type Keep = { stay: 'tab' } | { stay: 'browser'; secret: Uint8Array } | { stay: 'device' }

/** Asks the page: the choice belongs to the browser, and another tab may have changed it since this vault opened. */
let presentKeep = async (): Promise<Keep> => ({ stay: 'tab' })

export function keepAs(readKeep: () => Promise<Keep>): void {
  presentKeep = readKeep
}

/** "Stay unlocked": the account master key, as `sealed-store.ts` keeps secrets. */
export async function keepMasterKey(userId: string, amk: AccountMasterKey, keep: Keep): Promise<void> {
  if (keep.stay === 'tab') return store.forget(userId)
  if (keep.stay === 'device') return store.remember(userId, amk)
  const kek = asKeyEncryptionKey(keep.secret)
  await store.remember(userId, await wrapAccountKey({ amk, kek, userId, kind: 'device', random: systemRandom }))
}

/** The key that was kept for this account, if there is one that opens so. */
export async function recallMasterKey(userId: string, keep: Keep): Promise<AccountMasterKey | undefined> {
  if (keep.stay === 'tab') return undefined
  const found = await store.recall(userId)
  if (!found || (found.length === KEY_BYTES) !== (keep.stay === 'device')) return undefined
  if (keep.stay === 'device') return asAccountMasterKey(found)
  try {
    const kek = asKeyEncryptionKey(keep.secret)
    return await unwrapAccountKey({ wrapped: found, kek, userId, kind: 'device' })
  } catch (error) {
    // Kept under the secret of tabs that are closed.
    if (error instanceof CryptoError) return undefined
    throw error
  }
}

/** After a new account key: a browser that kept the one before keeps this one, as is chosen now. */
export async function keepOnDevice({ userId, amk }: { userId: string; amk: AccountMasterKey }): Promise<void> {
  const keep = await presentKeep()
  if (await store.recall(userId)) await keepMasterKey(userId, amk, keep)
}

export function forgetMasterKeys(): Promise<void> {
  return store.forgetAll()
}
