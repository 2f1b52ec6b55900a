import type { StatusClient } from '#web/lib/vault-client.ts'

/** Nothing happened, and nothing is planned. */
export function createMemoryStatus(): StatusClient {
  return {
    read: async () => ({ incidents: [], maintenance: [] }),
    openIncident: async () => undefined,
    update: async () => undefined,
    plan: async () => undefined,
    endMaintenance: async () => undefined,
  }
}
