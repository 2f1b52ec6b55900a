import { type PasswordChange, preparePasswordChange } from '#vault/change-password.ts'
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

  proveRecoveryWords: (userId: string, words: string): Promise<void> => proveRecoveryWords(connected(), userId, words),
}
