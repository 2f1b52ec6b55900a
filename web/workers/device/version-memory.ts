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
  forget: store.forget,
}
