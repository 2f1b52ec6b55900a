import { LIMITS } from '#contract/limits.ts'
import type { InstallationClient } from '#web/lib/vault-client.ts'

/** A server where everybody has an organisation of their own. */
export function createMemoryInstallation(): InstallationClient {
  return {
    facts: async () => ({ mode: 'personal', name: null, is_claimed: true, freeStorageBytes: LIMITS.freeStorageBytes }),
    claim: async () => undefined,
  }
}
