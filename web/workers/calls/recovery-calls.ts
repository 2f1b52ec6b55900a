import type { AccountMasterKey } from '#crypto/index.ts'
import { type Holder, agreeToRecovery, readOwnRecovery } from '#vault/recovery/recovery-agreement.ts'
import { answerRecovery, listRecoveriesToAnswer, refuseRecovery } from '#vault/recovery/recovery-answer.ts'
import { safetyNumberWith } from '#vault/sharing/people.ts'
import { type PolicyPerson, decideRecovery, readRecoveryPolicy } from '#vault/recovery/recovery-policy.ts'
import {
  type AskedRecovery,
  askForRecovery,
  cancelRecovery,
  newRequestSeed,
  openByAnswers,
  readAskedRecovery,
} from '#vault/recovery/recovery-request.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { withdrawFromRecovery } from '#vault/recovery/withdraw-recovery.ts'
import { withApi, withVault } from './bind-calls.ts'
import { keepOnDevice } from '../device/device-key.ts'
import { kitCalls } from './account/kit-calls.ts'
import { sealedStore } from '../device/sealed-store.ts'
import { tokenOwner } from '../token-owner.ts'
import { connected, unlocked } from '../vault-state.ts'

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

/** Organisation recovery: what was decided, what one agreed to, asking, and answering; and new recovery words. */
export const recoveryCalls = {
  ...withApi({ own: readOwnRecovery, refuse: refuseRecovery }),
  ...withVault({ agree: agreeToRecovery, toAnswer: listRecoveriesToAnswer, answer: answerRecovery }),

  /**
   * What the organisation decided; null for nothing.
   * @throws {VaultError} `policy_refused` | `policy_author_gone` | `key_changed` for what was not, or cannot be seen to be, signed so
   */
  async policy(): Promise<PolicyView | null> {
    const policy = await readRecoveryPolicy(connected(), unlocked())
    if (!policy) return null
    const { listing: _, ...shown } = policy
    const { peer } = policy.author
    const authorNumber = peer && (await safetyNumberWith(unlocked(), peer))
    return { ...shown, holders: policy.holders.map(withoutKeys), author: withoutKeys(policy.author), authorNumber }
  },

  /** No holders end it. */
  decide: (wanted: { holders: string[]; threshold: number }): Promise<void> =>
    decideRecovery(connected(), unlocked(), { ...wanted, now: new Date() }),

  /** The holders lose their shares, and what they could have put together opens nothing any more. @param password proves the person */
  async withdraw(password: string): Promise<void> {
    const { email } = await tokenOwner()
    await withdrawFromRecovery(connected(), unlocked(), { email, password })
    await keepOnDevice(unlocked())
  },

  /** Where the signed-in account stands; its vault may be closed. */
  async byOthers(): Promise<RecoveryByOthers> {
    const { userId } = await tokenOwner()
    const [{ agreement, holders, request }, seed] = await Promise.all([
      readOwnRecovery(connected()),
      seeds.recall(userId),
    ])
    const asked = await readAskedRecovery({ userId, seed }, request)
    return { holders: agreement ? holders : [], threshold: agreement?.threshold ?? 0, asked }
  },

  /** Asks from this browser; what was asked before ends. */
  async ask(): Promise<void> {
    const { userId } = await tokenOwner()
    const before = await seeds.recall(userId)
    const seed = newRequestSeed()
    // Kept first: a request whose key is lost can only be made again.
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

  async cancel(): Promise<void> {
    const { userId } = await tokenOwner()
    await cancelRecovery(connected())
    await seeds.forget(userId)
  },

  ...kitCalls,
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
