import type { AccountMasterKey } from '#crypto/index.ts'
import { type Holder, type OwnRecovery, agreeToRecovery, readOwnRecovery } from '#vault/recovery-agreement.ts'
import {
  type RecoveryToAnswer,
  answerRecovery,
  listRecoveriesToAnswer,
  refuseRecovery,
} from '#vault/recovery-answer.ts'
import { safetyNumberWith } from '#vault/people.ts'
import { type PolicyPerson, decideRecovery, readRecoveryPolicy } from '#vault/recovery-policy.ts'
import {
  type AskedRecovery,
  askForRecovery,
  cancelRecovery,
  newRequestSeed,
  openByAnswers,
  readAskedRecovery,
} from '#vault/recovery-request.ts'
import { VaultError } from '#vault/vault-error.ts'
import { withdrawFromRecovery } from '#vault/withdraw-recovery.ts'
import { keepOnDevice } from './device-key.ts'
import { sealedStore } from './sealed-store.ts'
import { connected, unlocked } from './vault-state.ts'

/** What the organisation decided, without keys. */
export type PolicyView = {
  revision: number
  /** SHA-256 of its text, base64url. */
  hash: string
  threshold: number
  holders: PolicyPerson[]
  author: PolicyPerson
  /** The author's safety number with this account; null for oneself. */
  authorNumber: string | null
  isVouched: boolean
  /** ISO 8601. */
  decidedAt: string
}

/** Where an account stands, as somebody sees it who cannot open the vault. */
export type RecoveryByOthers = {
  /** Who could be asked; empty without an agreement. */
  holders: Holder[]
  threshold: number
  asked: AskedRecovery | null
}

// Apart from the keys that lock with the vault: who asks has none open, and an answer may take days.
const seeds = sealedStore('quantumshield-recovery', 'requests')

/** Organisation recovery: what was decided, what one agreed to, asking, and answering. */
export const recoveryCalls = {
  async readRecoveryPolicy(): Promise<PolicyView | null> {
    const policy = await readRecoveryPolicy(connected(), unlocked())
    if (!policy) return null
    const { peer } = policy.author
    const authorNumber = peer && (await safetyNumberWith(unlocked(), peer))
    return { ...policy, holders: policy.holders.map(withoutKeys), author: withoutKeys(policy.author), authorNumber }
  },
  decideRecovery: (wanted: { holders: string[]; threshold: number }): Promise<void> =>
    decideRecovery(connected(), unlocked(), { ...wanted, now: new Date() }),
  readOwnRecovery: (): Promise<OwnRecovery> => readOwnRecovery(connected()),
  agreeToRecovery: (hash: string): Promise<void> => agreeToRecovery(connected(), unlocked(), hash),
  async withdrawFromRecovery(email: string, password: string): Promise<void> {
    await withdrawFromRecovery(connected(), unlocked(), { email, password })
    await keepOnDevice(unlocked())
  },
  listRecoveriesToAnswer: (): Promise<RecoveryToAnswer[]> => listRecoveriesToAnswer(connected(), unlocked()),
  answerRecovery: (answer: { requestId: string; typed: string }): Promise<void> =>
    answerRecovery(connected(), unlocked(), answer),
  refuseRecovery: (requestId: string): Promise<void> => refuseRecovery(connected(), requestId),

  async cancelRecovery(userId: string): Promise<void> {
    await cancelRecovery(connected())
    await seeds.forget(userId)
  },

  async readRecoveryByOthers(userId: string): Promise<RecoveryByOthers> {
    const [{ agreement, holders, request }, seed] = await Promise.all([
      readOwnRecovery(connected()),
      seeds.recall(userId),
    ])
    const asked = await readAskedRecovery({ userId, seed }, request)
    return { holders: agreement ? holders : [], threshold: agreement?.threshold ?? 0, asked }
  },

  async askForRecovery(userId: string): Promise<void> {
    const before = await seeds.recall(userId)
    const seed = newRequestSeed()
    // Kept first: a request whose key is lost can only be asked anew.
    await seeds.remember(userId, seed)
    try {
      await askForRecovery(connected(), seed)
    } catch (error) {
      // Refused, so what was asked before is still open. Without an answer nobody knows which of the two is.
      const isRefused = error instanceof VaultError && error.code !== 'offline'
      if (isRefused) await (before ? seeds.remember(userId, before) : seeds.forget(userId))
      throw error
    }
  },
}

/** The master key from what was answered to the request of this browser. @throws {VaultError} see `openByAnswers` */
export async function recoverByOthers(userId: string): Promise<AccountMasterKey> {
  return openByAnswers(connected(), userId, await seeds.recall(userId))
}

/** The request has done its work. */
export const forgetRequestKey = (userId: string): Promise<void> => seeds.forget(userId)

function withoutKeys({ userId, email, name, isMe, isMember, trust }: PolicyPerson): PolicyPerson {
  return { userId, email, name, isMe, isMember, trust }
}
