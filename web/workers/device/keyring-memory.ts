import { concat, readUint, uint } from '#crypto/bytes.ts'
import type { DeviceMemory } from '#vault/session/device-memory.ts'
import { sealedStore } from './sealed-store.ts'

const REVISION_BYTES = 6
const store = sealedStore('quantumshield-memory', 'keyrings')

/**
 * The newest keyring of each account that was opened in this browser. It stays when somebody signs out: a server can cause that.
 * The vault library cannot forget it, only the person can.
 */
export const keyringMemory: DeviceMemory & { forget: (userId: string) => Promise<void> } = {
  remember: (userId, { revision, sealed }) => store.remember(userId, concat(uint(revision, REVISION_BYTES), sealed)),
  recall: async (userId) => {
    const saved = await store.recall(userId)
    if (!saved || saved.length <= REVISION_BYTES) return undefined
    return { revision: readUint(saved, 0, REVISION_BYTES), sealed: saved.slice(REVISION_BYTES) }
  },
  forget: store.forget,
}
