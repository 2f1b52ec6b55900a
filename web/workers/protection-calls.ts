import { type PasswordChange, preparePasswordChange } from '#vault/change-password.ts'
import { deleteAccount } from '#vault/delete-account.ts'
import { proveRecoveryWords } from '#vault/recovery.ts'
import { connected } from './vault-state.ts'

/** Changing what opens the account. */
export const protectionCalls = {
  preparePasswordChange: (passwords: {
    userId: string
    email: string
    current: string
    next: string
  }): Promise<PasswordChange> => preparePasswordChange(connected(), passwords),

  deleteAccount: (email: string, password: string): Promise<void> => deleteAccount(connected(), email, password),

  proveRecoveryWords: (userId: string, words: string): Promise<void> => proveRecoveryWords(connected(), userId, words),
}
