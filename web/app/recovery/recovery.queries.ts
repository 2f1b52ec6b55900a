import { queryOptions } from '@tanstack/react-query'
import { type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'

/** An answer, or a request to answer, shows within this time. */
const WAITING_MS = 5000
const UNSIGNED = ['policy_refused', 'policy_author_gone', 'key_changed']

/** What was decided; a policy that is not what was signed is a `problem` beside it, not a failure to load. */
export function policyQuery(recovery: VaultClient['recovery']) {
  return queryOptions({
    queryKey: ['recovery', 'policy'],
    // Comparing a safety number elsewhere changes what can be allowed.
    refetchOnMount: 'always',
    queryFn: async () => {
      try {
        return { policy: await recovery.policy(), problem: null }
      } catch (error) {
        if (error instanceof VaultError && UNSIGNED.includes(error.code)) return { policy: null, problem: error }
        throw error
      }
    },
  })
}

export function ownRecoveryQuery(recovery: VaultClient['recovery']) {
  return queryOptions({ queryKey: ['recovery', 'own'], queryFn: () => recovery.own(), refetchOnMount: 'always' })
}

export function toAnswerQuery(recovery: VaultClient['recovery']) {
  return queryOptions({
    queryKey: ['recovery', 'to-answer'],
    queryFn: () => recovery.toAnswer(),
    refetchInterval: 6 * WAITING_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** Where somebody stands who cannot open the vault. */
export function byOthersQuery(recovery: VaultClient['recovery']) {
  return queryOptions({
    queryKey: ['recovery', 'by-others'],
    queryFn: () => recovery.byOthers(),
    refetchInterval: ({ state }) => (state.data?.asked ? WAITING_MS : false),
    retry: false,
  })
}
