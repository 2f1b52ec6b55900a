import type { OwnEmail, OwnSession, SecondFactors, Stay } from '#web/lib/remote/vault-client.ts'
import { createStore } from '#web/lib/remote/store.ts'
import { pending } from './failures.ts'
import type { VaultAnswers } from './stub-vault.ts'

/** Answers to the questions that the Security page adds to those of the frame, for a person who set nothing up. */
export function plainSecurity() {
  return {
    account: { stay: createStore<Stay>('tab') },
    protection: {
      email: async (): Promise<OwnEmail> => ({ email: 'ada@example.org', waiting: null }),
      phone: async () => ({ number: null, isOffered: false }),
      factors: async (): Promise<SecondFactors> => ({ apps: [], recoveryCodes: null }),
      passkeys: async () => [],
    },
    security: { sessions: async (): Promise<OwnSession[]> => [] },
    recovery: { policy: async () => null, own: async () => ({ agreement: null, holders: [], request: null }) },
    audit: { list: async () => [] },
    threats: { ownDetections: async () => [] },
    ledger: { build: pending },
  } satisfies VaultAnswers
}
