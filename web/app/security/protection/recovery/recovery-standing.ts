import type { OwnRecovery, PolicyView } from '#web/lib/remote/vault-client.ts'

/**
 * What a person can do about a policy: nothing to allow; somebody's keys are to be compared first; too few besides oneself; allow;
 * allow a newer list; or what was allowed is the newest.
 */
export type Standing = 'none' | 'unknown-author' | 'too-few' | 'open' | 'older' | 'allowed'

export function standingOf(policy: PolicyView | null, { agreement }: Pick<OwnRecovery, 'agreement'>): Standing {
  if (!policy) return 'none'
  if (agreement?.revision === policy.revision) return 'allowed'
  const { holders, threshold } = policy
  if (!policy.isVouched) return 'unknown-author'
  if (holders.filter(({ isMe, isMember }) => !isMe && isMember).length < threshold) return 'too-few'
  return agreement ? 'older' : 'open'
}
