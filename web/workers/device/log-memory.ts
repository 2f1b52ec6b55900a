import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('quantumshield-logs', 'logs')

/**
 * What this browser saw of the logs, for each account. It stays when the person signs out: who could make a browser forget would only have to
 * end a session to begin another history.
 */
export const logMemory: LogMemory = {
  remember: store.remember,
  recall: store.recall,
  alone: async (userId, work) => navigator.locks.request(`quantumshield-logs-${userId}`, work),
}
