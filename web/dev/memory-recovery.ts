import { VaultError, type RecoveryClient } from '#web/lib/vault-client.ts'

/** Nobody decided anything. */
export function createMemoryRecovery(): RecoveryClient {
  const none = () => Promise.reject(new VaultError('not_member', 'This request is over.'))
  return {
    policy: async () => null,
    decide: async () => undefined,
    own: async () => ({ agreement: null, holders: [], request: null }),
    agree: none,
    withdraw: async () => undefined,
    toAnswer: async () => [],
    answer: none,
    refuse: none,
    byOthers: async () => ({ holders: [], threshold: 0, asked: null }),
    ask: none,
    cancel: async () => undefined,
    prepareKit: none,
    finishKit: none,
  }
}
