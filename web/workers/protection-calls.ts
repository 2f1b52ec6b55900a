import { type PasswordChange, preparePasswordChange } from '#vault/change-password.ts'
import { connected } from './vault-state.ts'

/** Changing what opens the account. */
export const protectionCalls = {
  preparePasswordChange: (passwords: {
    userId: string
    email: string
    current: string
    next: string
  }): Promise<PasswordChange> => preparePasswordChange(connected(), passwords),
}
