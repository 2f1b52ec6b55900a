import { type AccountMasterKey, asAccountMasterKey } from '#crypto/index.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('quantumshield-device', 'unlock')

/** "Stay unlocked on this device": the account master key, as `sealed-store.ts` keeps secrets. */
export function rememberMasterKey(userId: string, amk: AccountMasterKey): Promise<void> {
  return store.remember(userId, amk)
}

/** The key that was remembered for this account, if there is one that still opens. */
export async function recallMasterKey(userId: string): Promise<AccountMasterKey | undefined> {
  const amk = await store.recall(userId)
  return amk && asAccountMasterKey(amk)
}

/** After a new account key: a device that remembered the one before remembers this one. */
export async function keepOnDevice({ userId, amk }: { userId: string; amk: AccountMasterKey }): Promise<void> {
  if (await store.recall(userId)) await store.remember(userId, amk)
}

export function forgetMasterKeys(): Promise<void> {
  return store.forgetAll()
}
