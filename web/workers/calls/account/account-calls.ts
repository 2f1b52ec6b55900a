import { showSecret } from '#vault/account/prove-person.ts'
import { confirmByCode, readConfirmation, sendConfirmationCode } from '#vault/account/confirmation.ts'
import type { AccountMasterKey } from '#crypto/index.ts'
import { type NewPassword, type PasswordFields, prepareNewPassword } from '#vault/account/change-password.ts'
import { type Credentials, type KdfOnWire, deriveCredentials, newCredentials } from '#vault/session/credentials.ts'
import { type Enrolment, prepareEnrolment } from '#vault/session/enrolment.ts'
import { type OpenVault, hasVault, openVault, unwrapMasterKey } from '#vault/session/open-vault.ts'
import type { Inviter } from '#vault/pins/pins.ts'
import { withPersonProven } from '#vault/account/prove-person.ts'
import { type RecoveryWordsProblem, checkRecoveryWords, unwrapMasterKeyByWords } from '#vault/account/recovery.ts'
import { unwrapMasterKeyByPasskey } from '#vault/account/passkeys.ts'
import { findKeptKeyring, putBackKeyring } from '#vault/session/kept-keyrings.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { recallVersions } from '#vault/session/version-memory.ts'
import { withApi } from '../bind-calls.ts'
import { type Keep, forgetMasterKeys, keepMasterKey, recallMasterKey } from '../../device/device-key.ts'
import { onDevice } from '../../device/device-turns.ts'
import { keyringMemory } from '../../device/keyring-memory.ts'
import { clearPages } from '../../device/page-store.ts'
import { canaryMemory } from '../../device/canary-memory.ts'
import { versionMemory } from '../../device/version-memory.ts'
import { forgetRequestKey, recoverByOthers } from '../recovery-calls.ts'
import { newKeyLog } from '../../key-log.ts'
import { connected, forgetKeys, keepOpen, onLock, unlocked } from '../../vault-state.ts'

/** What opens the vault instead of the forgotten password; `others` are those who answered a request of this browser. */
export type RecoveryProof = { by: 'words'; words: string } | { by: 'others' } | { by: 'no-vault' }

/** What the server stores of a new password; only of an account with a vault more than `kdf`. */
export type SentPassword = { authSecret: string; fields: { kdf: KdfOnWire } | PasswordFields }

let credentials: Credentials | undefined
let enrolment: Enrolment | undefined
/** What a passkey answered in the page; it has not opened a vault yet. */
let presented: Uint8Array | undefined
/** Opened without the password, waiting for the server to take the new one. */
let recovered: { vault: OpenVault; next: NewPassword } | undefined
/** The account whose keys did not follow from those remembered here. */
let refusedUserId: string | undefined
/** Opened by its password or a passkey, and its keyring does not: until one is put back, or the vault is locked. */
let damaged: { userId: string; amk: AccountMasterKey; authSecret: string | undefined } | undefined

onLock(() => {
  credentials = undefined
  enrolment = undefined
  recovered = undefined
  damaged = undefined
  dropPresented()
})

function dropPresented(): void {
  presented?.fill(0)
  presented = undefined
}

async function unwrapAndClear(userId: string, prfOutput: Uint8Array): Promise<AccountMasterKey> {
  try {
    return await unwrapMasterKeyByPasskey(connected(), userId, prfOutput)
  } finally {
    prfOutput.fill(0)
  }
}

/** Passwords, enrolment, recovery, opening and locking. */
export const accountCalls = {
  async newAccount(password: string): Promise<{ authSecret: string; kdf: KdfOnWire }> {
    const { authSecret, kdf } = await newCredentials(password)
    return { authSecret, kdf }
  },

  /** Stretches the password; the key stays here, the returned secret is what the server knows as the password. */
  async derive(email: string, password: string): Promise<string> {
    credentials = await deriveCredentials(connected(), email, password)
    return credentials.authSecret
  },

  /** Whether the last `derive` had to use this salt. */
  isStretchedWith: async (salt: string): Promise<boolean> => credentials?.kdf.salt === salt,

  /** Whether a password was stretched that has not opened a vault yet. */
  isPasswordKnown: async (): Promise<boolean> => credentials !== undefined,

  ...withApi({ hasVault, confirmation: readConfirmation, sendConfirmationCode, confirmByCode }),

  /** Shows the server the password; it opens the vault right after. @throws {VaultError} `wrong_password`, `rate_limited` */
  async confirmByPassword(email: string, password: string): Promise<void> {
    const given = await deriveCredentials(connected(), email, password)
    await showSecret(connected(), given.authSecret)
    credentials = given
  },

  /** Opens the vault with the password of the last `derive`. @returns the fingerprint of the account's keys. */
  async open(userId: string, keep: Keep): Promise<string> {
    if (!credentials) throw new VaultError('wrong_password', 'Enter the password first.')
    const amk = await unwrapMasterKey(connected(), userId, credentials.kek)
    const vault = await openHere(userId, amk)
    keepOpened(vault)
    credentials = undefined
    await keepMasterKey(userId, amk, keep)
    return vault.keyFingerprint
  },

  /** Keeps what a passkey answered until the vault opens with it: a second factor may be asked for in between. */
  async present(prfOutput: Uint8Array): Promise<void> {
    dropPresented()
    presented = prfOutput
  },

  /** The vault opened another way, or not at all. */
  dropPresented: async (): Promise<void> => dropPresented(),

  isPasskeyPresented: async (): Promise<boolean> => presented !== undefined,

  /** Opens the vault with the passkey that was presented last. @throws {VaultError} `passkey_opens_nothing` */
  async openByPasskey(userId: string, keep: Keep): Promise<string> {
    if (!presented) throw new VaultError('passkey_stopped', 'No passkey was used.')
    const prfOutput = presented
    // Whatever comes of it: it is not kept for another try, and a lock meanwhile does not take it away in the middle.
    presented = undefined
    const amk = await unwrapAndClear(userId, prfOutput)
    const vault = await openHere(userId, amk)
    keepOpened(vault)
    await keepMasterKey(userId, amk, keep)
    return vault.keyFingerprint
  },

  /** Opens the vault that was left unlocked in this browser; undefined when there is none that opens so. */
  async openRemembered(userId: string, keep: Keep): Promise<string | undefined> {
    const amk = await recallMasterKey(userId, keep)
    if (!amk) return undefined
    const vault = await openHere(userId, amk)
    keepOpened(vault)
    return vault.keyFingerprint
  },

  /** @param inviter whose keys the new vault remembers from the first moment. */
  async prepareRecoveryKit(userId: string, inviter: Inviter | null): Promise<string[]> {
    if (!credentials) throw new VaultError('wrong_password', 'Enter the password first.')
    const { kek, kdf } = credentials
    enrolment = await prepareEnrolment({ userId, kek, kdf, now: new Date(), inviter })
    return [...enrolment.words]
  },

  async finishRecoveryKit(userId: string, keep: Keep): Promise<string> {
    if (!enrolment || !credentials) throw new VaultError('unexpected', 'Prepare the recovery kit first.')
    const { store, amk } = enrolment
    // Writing down 24 words may take longer than a sign-in counts.
    await withPersonProven(connected(), credentials.authSecret, () => store(connected()))
    const vault = await openHere(userId, amk)
    keepOpened(vault)
    await keepMasterKey(userId, amk, keep)
    enrolment = undefined
    credentials = undefined
    return vault.keyFingerprint
  },

  checkRecoveryWords: async (words: string): Promise<RecoveryWordsProblem | null> => checkRecoveryWords(words),

  /**
   * Makes a new password's credentials and, for an account with a vault, a new account key under them. The vault opens with
   * `finishRecovery`, once the server has taken both.
   */
  async prepareRecovery(userId: string, proof: RecoveryProof, password: string): Promise<SentPassword> {
    const amk = await openBy(userId, proof)
    const vault = amk && (await openHere(userId, amk))
    credentials = await newCredentials(password)
    if (!vault) return { authSecret: credentials.authSecret, fields: { kdf: credentials.kdf } }
    const next = await prepareNewPassword(connected(), vault, credentials)
    recovered = { vault, next }
    return { authSecret: next.authSecret, fields: next.fields }
  },

  /** `endsAgreement`: recovery by others ended, because it could not be renewed. */
  async finishRecovery(userId: string, keep: Keep): Promise<{ keyFingerprint: string; endsAgreement: boolean }> {
    if (!recovered) throw new VaultError('unexpected', 'Open the vault first.')
    const { vault, next } = recovered
    recovered = undefined
    credentials = undefined
    await next.apply(vault)
    keepOpened(vault)
    await keepMasterKey(userId, vault.amk, keep)
    // The server ended a request with the new password, if there was one.
    await forgetRequestKey(userId)
    return { keyFingerprint: vault.keyFingerprint, endsAgreement: next.endsAgreement }
  },

  /** Another choice of how long the open vault stays unlocked. @throws {VaultError} `vault_locked` */
  async keep(keep: Keep): Promise<void> {
    const { userId, amk } = unlocked()
    await keepMasterKey(userId, amk, keep)
  },

  /** Drops the keys of this worker; what the browser keeps is for its other tabs. */
  dropKeys: async (): Promise<void> => forgetKeys(),

  async lock(): Promise<void> {
    forgetKeys()
    await forgetMasterKeys()
  },

  /**
   * Locks the vault and deletes what this device keeps of it: the remembered key, and the sealed lists.
   * @param signedOut who signed out by an act of their own; what protects against a server that goes back stays otherwise.
   */
  async lockAndClear(signedOut?: string): Promise<void> {
    forgetKeys()
    await forgetMasterKeys()
    await onDevice(clearPages)
    if (signedOut !== undefined)
      await onDevice(() => Promise.all([versionMemory.forget(signedOut), canaryMemory.forget(signedOut)]))
  },

  /**
   * Forgets the keys that this device remembers of the account whose keys were refused last. Only ever called for a person who confirmed it.
   * @throws {VaultError} `unexpected` when none were refused
   */
  async forgetRememberedKeys(): Promise<void> {
    if (refusedUserId === undefined) throw new VaultError('unexpected', 'No keys were refused.')
    // It stays named: what follows may fail, and be tried again.
    await keyringMemory.forget(refusedUserId)
  },

  /** The day of the newest earlier keyring that could be put back in place of the one that did not open last; null without one. */
  keptKeyring: async (): Promise<string | null> =>
    withDamaged(async (account) => (await findKeptKeyring(connected(), account))?.keptOn ?? null),

  /** Puts it back; the vault opens by what opened it before. @throws {VaultError} `not_found`, `vault_rolled_back` */
  async putBackKeyring(): Promise<void> {
    await withDamaged(async (account) => {
      const kept = await findKeptKeyring(connected(), account)
      if (!kept) throw new VaultError('not_found', 'No earlier keyring that opens is kept.')
      await putBackKeyring(connected(), kept)
    })
    damaged = undefined
  },
}

async function withDamaged<Result>(
  work: (account: { userId: string; amk: AccountMasterKey }) => Promise<Result>,
): Promise<Result> {
  if (!damaged) throw new VaultError('vault_locked', 'No keyring was refused.')
  const account = damaged
  if (account.authSecret === undefined) return work(account)
  return withPersonProven(connected(), account.authSecret, () => work(account))
}

/** However it opened: what a passkey answered is needed no more. */
function keepOpened(vault: OpenVault): void {
  presented?.fill(0)
  presented = undefined
  keepOpen(vault)
}

async function openHere(userId: string, amk: AccountMasterKey): Promise<OpenVault> {
  refusedUserId = undefined
  damaged = undefined
  try {
    const vault = await openVault(connected(), userId, amk, keyringMemory, newKeyLog())
    await onDevice(() => recallVersions(vault, versionMemory))
    return vault
  } catch (error) {
    if (error instanceof VaultError && error.code === 'keys_refused') refusedUserId = userId
    if (error instanceof VaultError && error.code === 'keyring_damaged')
      damaged = { userId, amk, authSecret: credentials?.authSecret }
    throw error
  }
}

async function openBy(userId: string, proof: RecoveryProof): Promise<AccountMasterKey | undefined> {
  switch (proof.by) {
    case 'words':
      return unwrapMasterKeyByWords(connected(), userId, proof.words)
    case 'others':
      return recoverByOthers(userId)
    case 'no-vault':
      return undefined
  }
}
