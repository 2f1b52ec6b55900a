import type { Inviter } from '#vault/pins/pins.ts'
import type { RecoveryWordsProblem } from '#vault/account/recovery.ts'
import type { RecoveryProof } from '#web/workers/calls/account/account-calls.ts'
import type { Profile } from '#vault/account/own-profile.ts'
import type { AccountState } from './account-state.ts'
import type { Stay } from './session/stay.ts'
import type { SignInWays } from './sign-in-ways.ts'
import type { Store } from '../remote/store.ts'

export type SignUpInput = {
  email: string
  password: string
  firstName: string
  lastName: string
  company: string
  agreeToMarketing: boolean
}

type SecondFactorProof = { kind: 'app'; factorId: string; code: string } | { kind: 'recovery'; code: string }

export type AccountClient = SignInWays & {
  state: Store<AccountState>
  /** Somebody begins to fill in a form: what it needs may be fetched meanwhile. */
  prepare: () => void
  /** Resolves when the confirmation mail is on its way. */
  signUp: (input: SignUpInput) => Promise<void>
  signIn: (input: { email: string; password: string; stay: Stay }) => Promise<void>
  /** Signs in with a passkey of this device or key. One that opens the vault opens it; otherwise the vault asks for the password. */
  signInWithPasskey: (input: { stay: Stay }) => Promise<void>
  /** Answers `needs-second-factor`: a code of an authenticator app, or a recovery code, which is used up by it. */
  proveSecondFactor: (proof: SecondFactorProof) => Promise<void>
  /** Mails a code to the address of the account, for `needs-confirmation`. */
  sendConfirmationCode: () => Promise<void>
  confirmByCode: (code: string) => Promise<void>
  /** Where `takesPassword` says that it is enough. */
  confirmByPassword: (password: string) => Promise<void>
  /** Something was refused because the server holds the session: the page asks its person to confirm. */
  askToConfirm: () => Promise<void>
  /** A second factor was set up that the organisation requires: the sign-in continues. */
  continueWithFactor: () => Promise<void>
  resendConfirmation: (email: string) => Promise<void>
  /** Opens the vault of the stored session again after a reload. */
  /** @param stay counts when it opens. */
  unlock: (password: string, stay: Stay) => Promise<void>
  /** The same by a passkey. */
  unlockWithPasskey: (stay: Stay) => Promise<void>
  /** How long this browser keeps the vault unlocked. */
  stay: Store<Stay>
  /** Holds at once, also for the vault that is open. */
  chooseStay: (stay: Stay) => Promise<void>
  /** Mails a link that signs in without the password. Resolves for unknown addresses too. */
  sendRecovery: (email: string) => Promise<void>
  /** Takes over the session that such a link carries; the vault stays locked. */
  acceptRecovery: (tokens: { accessToken: string; refreshToken: string }) => Promise<void>
  /** Ends the session of a mailed link that nobody continues. */
  endLinkSession: (accessToken: string) => Promise<void>
  /** Whether the signed-in account has made its vault. */
  hasVault: () => Promise<boolean>
  /** Where typed recovery words are wrong, as far as that shows without the vault. */
  checkRecoveryWords: (words: string) => Promise<RecoveryWordsProblem | null>
  /**
   * Sets a new password and opens the vault by what replaces the old one.
   * @returns whether recovery by others ended, because it could not be renewed.
   */
  recover: (input: { proof: RecoveryProof; password: string }) => Promise<{ endsAgreement: boolean }>
  /**
   * Accepts a mailed invitation: its token signs in once, then the account gets its password and name. May be repeated with the same
   * token when the second half failed.
   */
  join: (input: { token: string; password: string; firstName: string; lastName: string }) => Promise<void>
  /** Makes the keys and returns the 24 words of the recovery kit; nothing is stored yet. */
  /** @param inviter whose keys the new vault remembers from the first moment. */
  prepareRecoveryKit: (inviter: Inviter | null) => Promise<string[]>
  /** Stores the wrapped keys; call it after the person proved to have kept the words. */
  /** @param hasInviter the vault was made with the keys of an inviter, which are compared with the server's next. */
  finishRecoveryKit: (hasInviter: boolean) => Promise<void>
  /** Deletes the account and everything in it; the password proves the person. */
  deleteAccount: (password: string) => Promise<void>
  saveProfile: (profile: Profile) => Promise<void>
  /** Forgets the keys in all tabs of this browser, keeps the session. */
  lock: () => Promise<void>
  signOut: () => Promise<void>
  /** After `keyring_damaged`: the day of the newest earlier keyring that opens; null without one. */
  keptKeyring: () => Promise<string | null>
  /** Puts it back; then the password, or the passkey, opens the vault. */
  putBackKeyring: () => Promise<void>
  /** After `keys_refused`: deletes what this device remembers of the account, and signs out. Without the person's confirmation, never. */
  forgetDevice: () => Promise<void>
  /** Something was refused for want of a session: asks the server, and leaves when it says that the session is over. */
  leaveIfEnded: () => Promise<void>
}
