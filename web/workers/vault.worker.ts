import { expose } from 'comlink'
import { type AccountMasterKey, randomUuid, systemRandom } from '#crypto/index.ts'
import { VaultApi } from '#vault/api.ts'
import type { ContentKeys, KeySource } from '#vault/content-keys.ts'
import { type Credentials, type KdfOnWire, deriveCredentials, newCredentials } from '#vault/credentials.ts'
import { type Enrolment, prepareEnrolment } from '#vault/enrolment.ts'
import { checkFileName } from '#vault/file-name.ts'
import {
  type VaultFile,
  listFiles,
  proveFile,
  removeFile,
  renameFile,
  setShared,
  touchFile,
} from '#vault/file-records.ts'
import { type OpenVault, hasVault, openVault, unwrapMasterKey } from '#vault/open-vault.ts'
import {
  type RecoveryWordsProblem,
  checkRecoveryWords,
  unwrapMasterKeyByWords,
  wrapForPassword,
} from '#vault/recovery.ts'
import { partCount } from '#vault/seal-parts.ts'
import {
  type PlannedFile,
  type UploadPlan,
  abandonUpload,
  commitUpload,
  contentKeysOf,
  planUpload,
  restorePlan,
  savePlan,
} from '#vault/upload-plan.ts'
import { VaultError } from '#vault/vault-error.ts'
import { forgetMasterKeys, recallMasterKey, rememberMasterKey } from './device-key.ts'
import { carryVaultErrors } from './errors.ts'

export type Connection = { baseUrl: string; publishableKey: string }
/** What the server stores of a new password; `passwordWrap` only for an account with a vault. */
export type NewPassword = { authSecret: string; kdf: KdfOnWire; passwordWrap: string | undefined }
export type UploadTicket = { id: string; parts: number; saved: string }
export type DownloadTicket = { ticket: string; name: string; mimeType: string; sizeBytes: number }

let api: VaultApi | undefined
let vault: OpenVault | undefined
let credentials: Credentials | undefined
let enrolment: Enrolment | undefined
/** Opened by the recovery words, waiting for the server to take the new password. */
let recovered: AccountMasterKey | undefined
const plans = new Map<string, UploadPlan>()
const contents = new Map<string, ContentKeys>()
/** Commits under way; aborting one ends its repeating, not its request. */
const commits = new Map<string, AbortController>()

/** The worker that holds the keys. Nothing it returns to the page is a key. */
const vaultWorker = {
  connect(connection: Connection, accessToken: () => Promise<string | undefined>): void {
    api = new VaultApi({ ...connection, accessToken })
  },

  /** Gives a transfer worker a line of its own for the content keys it needs. */
  attach(port: MessagePort): void {
    const source: KeySource = {
      contentKeys: async (ticket) => {
        const keys = contents.get(ticket)
        if (keys) return keys
        unlocked()
        throw new VaultError('not_found', 'This transfer is no longer known.')
      },
    }
    expose(source, port)
  },

  async newAccount(password: string): Promise<{ authSecret: string; kdf: KdfOnWire }> {
    const { authSecret, kdf } = await newCredentials(password)
    return { authSecret, kdf }
  },

  /** Stretches the password; the key stays here, the returned secret is what the server knows as the password. */
  async derive(email: string, password: string): Promise<string> {
    credentials = await deriveCredentials(connected(), email, password)
    return credentials.authSecret
  },

  hasVault: (userId: string): Promise<boolean> => hasVault(connected(), userId),

  /** Opens the vault with the password of the last `derive`. @returns the fingerprint of the account's keys. */
  async open(userId: string, remember: boolean): Promise<string> {
    if (!credentials) throw new VaultError('wrong_password', 'Enter the password first.')
    const amk = await unwrapMasterKey(connected(), userId, credentials.kek)
    vault = await openVault(connected(), userId, amk)
    credentials = undefined
    if (remember) await rememberMasterKey(userId, amk)
    return vault.keyFingerprint
  },

  /** Opens the vault that was left unlocked on this device; undefined when there is none. */
  async openRemembered(userId: string): Promise<string | undefined> {
    const amk = await recallMasterKey(userId)
    if (!amk) return undefined
    vault = await openVault(connected(), userId, amk)
    return vault.keyFingerprint
  },

  async prepareRecoveryKit(userId: string): Promise<string[]> {
    if (!credentials) throw new VaultError('wrong_password', 'Enter the password first.')
    enrolment = await prepareEnrolment({ userId, kek: credentials.kek, kdf: credentials.kdf, now: new Date() })
    return [...enrolment.words]
  },

  async finishRecoveryKit(userId: string, remember: boolean): Promise<string> {
    if (!enrolment) throw new VaultError('unexpected', 'Prepare the recovery kit first.')
    await enrolment.store(connected())
    vault = await openVault(connected(), userId, enrolment.amk)
    if (remember) await rememberMasterKey(userId, enrolment.amk)
    enrolment = undefined
    credentials = undefined
    return vault.keyFingerprint
  },

  checkRecoveryWords: async (words: string): Promise<RecoveryWordsProblem | null> => checkRecoveryWords(words),

  /**
   * Makes a new password's credentials and, for an account with a vault, wraps the master key that the words opened under
   * them. The vault opens with `finishRecovery`, once the server has taken both.
   */
  async prepareRecovery(userId: string, words: string | null, password: string): Promise<NewPassword> {
    recovered = words === null ? undefined : await unwrapMasterKeyByWords(connected(), userId, words)
    credentials = await newCredentials(password)
    const { authSecret, kdf } = credentials
    return { authSecret, kdf, passwordWrap: recovered && (await wrapForPassword(recovered, userId, credentials)) }
  },

  async finishRecovery(userId: string, remember: boolean): Promise<string> {
    if (!recovered) throw new VaultError('unexpected', 'Enter the recovery words first.')
    const amk = recovered
    recovered = undefined
    credentials = undefined
    vault = await openVault(connected(), userId, amk)
    if (remember) await rememberMasterKey(userId, amk)
    return vault.keyFingerprint
  },

  async lock(): Promise<void> {
    vault = undefined
    credentials = undefined
    enrolment = undefined
    recovered = undefined
    plans.clear()
    contents.clear()
    for (const controller of commits.values()) controller.abort(new VaultError('vault_locked', 'The vault was locked.'))
    await forgetMasterKeys()
  },

  list: (): Promise<VaultFile[]> => listFiles(connected(), unlocked()),
  rename: (id: string, name: string): Promise<void> => renameFile(connected(), unlocked(), id, validName(name)),
  remove: (id: string): Promise<void> => removeFile(connected(), id),
  setShared: (id: string, isShared: boolean): Promise<void> => setShared(connected(), id, isShared),

  async planUpload(file: PlannedFile): Promise<UploadTicket> {
    const plan = planUpload(unlocked(), { ...file, name: validName(file.name) }, new Date())
    plans.set(plan.fileId, plan)
    contents.set(plan.fileId, contentKeysOf(plan))
    return { id: plan.fileId, parts: partCount(file.sizeBytes), saved: await savePlan(unlocked(), plan) }
  },

  /** Continues an upload that was planned before a reload. @returns what the file was called and its size. */
  async restoreUpload(id: string, saved: string): Promise<{ name: string; sizeBytes: number; parts: number }> {
    const opened = unlocked()
    const plan = await restorePlan(opened, id, saved)
    stillOpen(opened)
    plans.set(id, plan)
    contents.set(id, contentKeysOf(plan))
    return { name: plan.metadata.name, sizeBytes: plan.metadata.size, parts: partCount(plan.metadata.size) }
  },

  async commitUpload(id: string): Promise<VaultFile> {
    const controller = new AbortController()
    commits.set(id, controller)
    try {
      const options = { now: new Date(), signal: controller.signal }
      const file = await commitUpload(connected(), unlocked(), planOf(id), options)
      forgetUpload(id)
      return file
    } finally {
      commits.delete(id)
    }
  },

  /** Ends the repeating of a commit that does not get through. */
  stopCommit(id: string): void {
    commits.get(id)?.abort(new DOMException('stopped by the person', 'AbortError'))
  },

  /** Removes what a cancelled upload left on the server. @returns `committed` when its record was faster. */
  abandonUpload: async (id: string): Promise<'removed' | 'committed'> => abandonUpload(connected(), planOf(id)),

  forgetUpload,

  /** Checks the file's signed manifest and makes its content key available to the transfer workers. */
  async prepareDownload(id: string): Promise<DownloadTicket> {
    const opened = unlocked()
    const { row, manifest, metadata, fileKey } = await proveFile(connected(), opened, id)
    stillOpen(opened)
    const ticket = randomUuid(systemRandom)
    const { contentId, headerTag, segmentBytes } = manifest
    contents.set(ticket, {
      contentId,
      fileKey,
      storagePath: row.storage_path,
      sizeBytes: metadata.size,
      segmentBytes,
      headerTag,
      iv: undefined,
    })
    return { ticket, name: metadata.name, mimeType: metadata.type, sizeBytes: metadata.size }
  },

  forgetDownload(ticket: string): void {
    contents.delete(ticket)
  },

  touch: (id: string): Promise<void> => touchFile(connected(), id, new Date()),
}
export type VaultWorker = typeof vaultWorker

function forgetUpload(id: string): void {
  plans.delete(id)
  contents.delete(id)
}

function connected(): VaultApi {
  if (!api) throw new VaultError('unexpected', 'The worker is not connected.')
  return api
}

function unlocked(): OpenVault {
  if (!vault) throw new VaultError('vault_locked', 'The vault is locked.')
  return vault
}

/** After waiting: keys must not stay behind in a worker whose vault was locked meanwhile. */
function stillOpen(opened: OpenVault): void {
  if (vault !== opened) throw new VaultError('vault_locked', 'The vault was locked.')
}

function planOf(id: string): UploadPlan {
  unlocked()
  const plan = plans.get(id)
  if (!plan) throw new VaultError('not_found', 'This upload is no longer known.')
  return plan
}

function validName(name: string): string {
  const checked = checkFileName(name)
  if ('problem' in checked) throw new VaultError('bad_file_name', 'This name cannot be used.')
  return checked.name
}

carryVaultErrors()
expose(vaultWorker)
