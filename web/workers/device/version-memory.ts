import type { VersionMemory } from '#vault/session/version-memory.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('quantumshield-versions', 'files')

/**
 * How far the files of each account had come when this browser last saw them. It stays when the server ends the session; it goes when the
 * person signs out, which is the way on where an operator restored an older state.
 */
export const versionMemory: VersionMemory & { forget: (userId: string) => Promise<void> } = {
  remember: store.remember,
  recall: store.recall,
  alone,
  forget: (userId) => alone(userId, () => store.forget(userId)),
}

/** One tab after the other: two that read before either has written would lose what one of them saw. */
async function alone(userId: string, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`quantumshield-versions-${userId}`, work)
}
