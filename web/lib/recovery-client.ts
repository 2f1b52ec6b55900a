import type { OwnRecovery } from '#vault/recovery-agreement.ts'
import type { RecoveryToAnswer } from '#vault/recovery-answer.ts'
import type { PolicyView, RecoveryByOthers } from '#web/workers/recovery-calls.ts'
import type { Backend } from './create-vault-client.ts'
import { VaultError } from '#vault/vault-error.ts'
export type { OwnRecovery } from '#vault/recovery-agreement.ts'
export type { RecoveryToAnswer } from '#vault/recovery-answer.ts'
export type { PolicyPerson } from '#vault/recovery-policy.ts'
export type { AskedRecovery } from '#vault/recovery-request.ts'
export type { PolicyView, RecoveryByOthers } from '#web/workers/recovery-calls.ts'

/** Organisation recovery: several people who together let a member back in. */
export type RecoveryClient = {
  /** What the organisation decided; null for nothing. Fails with `policy_refused`, `policy_author_gone` or `key_changed` for what was not, or cannot be seen to be, signed so. */
  policy: () => Promise<PolicyView | null>
  /** No holders end it. */
  decide: (wanted: { holders: string[]; threshold: number }) => Promise<void>
  own: () => Promise<OwnRecovery>
  /** @param hash of the policy that the person read. */
  agree: (hash: string) => Promise<void>
  /** The holders lose their shares, and what they could have put together opens nothing any more. @param password proves the person */
  withdraw: (password: string) => Promise<void>
  /** Requests of others, of whom this account holds a share. */
  toAnswer: () => Promise<RecoveryToAnswer[]>
  /** @param answer `typed` are the digits that the person said. */
  answer: (answer: { requestId: string; typed: string }) => Promise<void>
  refuse: (requestId: string) => Promise<void>
  /** Needs a session, not the vault. */
  byOthers: () => Promise<RecoveryByOthers>
  /** Asks from this browser; what was asked before ends. */
  ask: () => Promise<void>
  cancel: () => Promise<void>
  /** New recovery words, not stored yet. */
  prepareKit: (password: string) => Promise<string[]>
  finishKit: () => Promise<{ endsAgreement: boolean }>
}

export function createRecovery(backend: Promise<Backend>): RecoveryClient {
  const vault = async () => (await backend).workers.vault
  const user = async () => {
    const { data } = await (await backend).auth.getSession()
    if (!data.session) throw new VaultError('session_ended', 'Your session has ended.')
    return { userId: data.session.user.id, email: data.session.user.email ?? '' }
  }
  return {
    policy: async () => (await vault()).readRecoveryPolicy(),
    decide: async (wanted) => (await vault()).decideRecovery(wanted),
    own: async () => (await vault()).readOwnRecovery(),
    agree: async (hash) => (await vault()).agreeToRecovery(hash),
    withdraw: async (password) => (await vault()).withdrawFromRecovery((await user()).email, password),
    toAnswer: async () => (await vault()).listRecoveriesToAnswer(),
    answer: async (answer) => (await vault()).answerRecovery(answer),
    refuse: async (requestId) => (await vault()).refuseRecovery(requestId),
    byOthers: async () => (await vault()).readRecoveryByOthers((await user()).userId),
    ask: async () => (await vault()).askForRecovery((await user()).userId),
    cancel: async () => (await vault()).cancelRecovery((await user()).userId),
    prepareKit: async (password) => (await vault()).prepareNewKit((await user()).email, password),
    finishKit: async () => (await vault()).finishNewKit(),
  }
}
