import { type PasswordChange, preparePasswordChange } from '#vault/account/change-password.ts'
import { readOwnEmail, requestEmailChange, stopEmailChange } from '#vault/account/change-email.ts'
import { deleteAccount } from '#vault/account/delete-account.ts'
import {
  type PresentedPasskey,
  letPasskeyOpen,
  listOpeningPasskeys,
  readVaultPasskeys,
  ruleOutPasskey,
} from '#vault/account/passkeys.ts'
import { shutOutPasskey } from '#vault/account/lost-passkey.ts'
import { provePerson } from '#vault/account/prove-person.ts'
import { proveRecoveryWords } from '#vault/account/recovery.ts'
import { keepOnDevice } from '../../device/device-key.ts'
import { tokenOwner } from '../../token-owner.ts'
import { connected, onLock, unlocked } from '../../vault-state.ts'
import { listOwnSessions, readSecurityFacts, revokeOwnSession } from '#vault/account/own-security.ts'
import { withApi, withVault } from '../bind-calls.ts'

/** Waits for the server to take the new password. */
let change: PasswordChange | undefined
onLock(() => {
  change = undefined
})

/** Changing what opens the account. */
export const protectionCalls = {
  async preparePasswordChange(passwords: {
    current: string
    next: string
  }): Promise<Pick<PasswordChange, 'currentSecret' | 'authSecret' | 'fields'>> {
    const { email } = await tokenOwner()
    change = await preparePasswordChange(connected(), unlocked(), { ...passwords, email })
    const { currentSecret, authSecret, fields } = change
    return { currentSecret, authSecret, fields }
  },

  /**
   * The server has taken it. A vault that was locked meanwhile opens by the new password.
   * @returns whether recovery by others ended, because it could not be renewed.
   */
  async finishPasswordChange(): Promise<{ endsAgreement: boolean }> {
    if (!change) return { endsAgreement: false }
    const { apply, endsAgreement } = change
    change = undefined
    const vault = unlocked()
    await apply(vault)
    await keepOnDevice(vault)
    return { endsAgreement }
  },

  /** Opens the vault by the words of the recovery kit, to know that they are right; nothing changes but the date. */
  proveRecoveryWords: async (words: string): Promise<void> =>
    proveRecoveryWords(connected(), (await tokenOwner()).userId, words),

  ...withApi({ stopEmailChange }),
  ownEmail: async () => readOwnEmail(connected()),
  /** The password proves the person. */
  requestEmailChange: async (wanted: { next: string; password: string; returnTo: string }): Promise<void> =>
    requestEmailChange(connected(), unlocked(), { ...wanted, email: (await tokenOwner()).email }),

  ...withApi({ openingPasskeys: listOpeningPasskeys }),
  ...withVault({ vaultPasskeys: readVaultPasskeys, ruleOutPasskey }),

  /** From now on this passkey opens the vault. */
  letPasskeyOpen: async (passkey: PresentedPasskey, password: string): Promise<void> =>
    letPasskeyOpen(connected(), unlocked(), { passkey, password, email: (await tokenOwner()).email }),

  /** A new account key that this passkey does not open. */
  async shutOutPasskey(id: string, password: string): Promise<{ endsAgreement: boolean }> {
    const vault = unlocked()
    const outcome = await shutOutPasskey(connected(), vault, { id, password, email: (await tokenOwner()).email })
    await keepOnDevice(vault)
    return outcome
  },

  provePerson: async (password: string): Promise<void> =>
    provePerson(connected(), (await tokenOwner()).email, password),

  /** The password proves the person. */
  deleteAccount: async (password: string): Promise<void> =>
    deleteAccount(connected(), (await tokenOwner()).email, password),
}

/** What protects the account, and who is signed in to it. */
export const securityCalls = withApi({
  facts: readSecurityFacts,
  sessions: listOwnSessions,
  revoke: revokeOwnSession,
})
