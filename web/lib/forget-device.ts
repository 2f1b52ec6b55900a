import type { WorkerPool } from './worker-pool.ts'

/** Locks the vault and deletes what this device keeps of it: the remembered key, and the sealed lists. */
export async function forgetDevice({ vault }: WorkerPool): Promise<void> {
  await vault.lock()
  await vault.forgetLists()
}
