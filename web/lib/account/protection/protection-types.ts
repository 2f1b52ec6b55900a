import type { OwnEmail } from '#vault/account/change-email.ts'
import type { FactorName } from '../account-state.ts'

export type { OwnEmail }

export type AuthenticatorApp = FactorName & { createdAt: string }
export type OwnPasskey = FactorName & {
  /** Null for one that opens the vault and that the server does not list. */
  createdAt: string | null
  lastUsedAt: string | null
  opensVault: boolean
}
export type SecondFactors = {
  apps: AuthenticatorApp[]
  /** Null while there are none. */
  recoveryCodes: { total: number; remaining: number } | null
}

/** What opens the account: changing it ends sessions that were opened with less. Some need more than the session: see `with-proof.ts`. */
export type ProtectionClient = {
  /** The password shows that the person is there, for a while. @throws {VaultError} `wrong_password`, `rate_limited` */
  provePerson: (password: string) => Promise<void>
  /** A code of an authenticator app that counts already shows the same. @throws {VaultError} `wrong_code`, `rate_limited` */
  proveByApp: (id: string, code: string) => Promise<void>
  /** All or nothing: until the server has taken the new password and key, the present one holds. Ends other sessions, and recovery by others where it cannot be renewed. */
  changePassword: (input: { current: string; next: string }) => Promise<{ endsAgreement: boolean }>
  /** Opens the vault by the words of the recovery kit, to know that they are right; nothing changes but the date. */
  proveRecoveryWords: (words: string) => Promise<void>
  factors: () => Promise<SecondFactors>
  /** Makes an authenticator app that counts only after `finishApp`. `uri` is what its QR code says. */
  beginApp: (name: string) => Promise<{ id: string; secret: string; uri: string }>
  finishApp: (id: string, code: string) => Promise<void>
  /** With the last app go the recovery codes. */
  removeFactor: (id: string) => Promise<void>
  /** Ten new codes, which replace older ones; the server shows them this once. */
  makeRecoveryCodes: () => Promise<string[]>
  /** The number that signs in by code; `isOffered`: this server sends SMS. */
  phone: () => Promise<{ number: string | null; isOffered: boolean }>
  /** Sends a code to a new number; the number counts after `confirmPhone`. */
  requestPhone: (number: string) => Promise<void>
  confirmPhone: (number: string, code: string) => Promise<void>
  removePhone: () => Promise<void>
  /** The address of the account, and one that waits for its mailbox. Where a link changed it meanwhile, the session takes it over. */
  email: () => Promise<OwnEmail>
  /** A link goes to the new mailbox; the present one is notified. @throws {VaultError} `wrong_password` */
  requestEmail: (input: { next: string; password: string }) => Promise<void>
  stopEmail: () => Promise<void>
  passkeys: () => Promise<OwnPasskey[]>
  /** Ids of those that open the vault, as the server has them. */
  openingPasskeys: () => Promise<string[]>
  /** `canOpen`: its device has what it takes to open the vault as well. */
  addPasskey: (name: string) => Promise<{ canOpen: boolean }>
  /** The person uses a passkey, which opens the vault from then on. The password proves the person. */
  letPasskeyOpen: (password: string) => Promise<void>
  renamePasskey: (id: string, name: string) => Promise<void>
  /** With the password, which one that opens the vault takes, the vault gets a new key before. @throws {VaultError} `passkey_opens_vault` without */
  removePasskey: (input: { id: string; password?: string }) => Promise<{ endsAgreement: boolean }>
}
