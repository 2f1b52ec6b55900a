/**
 * What screens may ask of the account and the vault. The only door between `web/app` and everything behind it:
 * keys, passwords and ciphertext stay on the other side (in workers), screens see decrypted view models.
 */
import type { VaultFile } from '#vault/file-records.ts'
import type { Copy } from '#vault/copy-items.ts'
import type { Move, NewFolder, VaultFolder } from '#vault/folders.ts'
import type { Items } from '#vault/items.ts'
import type { RecoveryWordsProblem } from '#vault/recovery.ts'
import type { FileProof } from '#vault/file-proof.ts'
import type { ZipFile } from '#web/workers/zip-calls.ts'
import type { FileView } from './views.ts'
import type { ComplianceClient } from './compliance-client.ts'
import type { InstallationClient } from './installation-client.ts'
import type { RecoveryClient } from './recovery-client.ts'
import type { RecoveryProof } from '#web/workers/account-calls.ts'
import type { RequestsClient } from './requests-client.ts'
import type { SenderClient } from './sender-client.ts'
import type { SharingClient } from './sharing-client.ts'
import type { FailedReturn, SignInWays } from './sign-in-ways.ts'
import type { SpacesClient } from './spaces-client.ts'
import type { StatusClient } from './status-client.ts'
import type { LiveClient } from './live-client.ts'
import type { KeyringClient } from './keyring-client.ts'
import type { Inviter, TeamClient } from './team-client.ts'
import type { VersionsClient } from './versions-client.ts'
import type { FileTag, VaultTag } from '#vault/tags.ts'

import type {
  RolesClient,
  AuditClient,
  SecurityClient,
  ProtectionClient,
  SettingsClient,
  NoticesClient,
} from './account-info-types.ts'
export type {
  RolesClient,
  AuditClient,
  SecurityClient,
  AuthenticatorApp,
  OwnPasskey,
  SecondFactors,
  ProtectionClient,
  Biller,
  SettingsClient,
  NoticesClient,
} from './account-info-types.ts'
export type { RecoveryWordsProblem } from '#vault/recovery.ts'
export type { AuditEvent, AuditFilter, AuditPerson, AuditPlace } from '#vault/audit-log.ts'
export type { Notice } from '#vault/notices.ts'
export type { OwnSession, SecurityFacts } from '#vault/own-security.ts'
export type {
  FoundPeople,
  FoundPerson,
  NewLink,
  OwnGrant,
  OwnLink,
  SharedFile,
  SharingClient,
} from './sharing-client.ts'
export type {
  AskedRecovery,
  OwnRecovery,
  PolicyPerson,
  PolicyView,
  RecoveryByOthers,
  RecoveryClient,
  RecoveryToAnswer,
} from './recovery-client.ts'
export type { RecoveryProof } from '#web/workers/account-calls.ts'
export type { NewRequest, OpenedRequest, OwnRequest, ReceivedFile, RequestsClient } from './requests-client.ts'
export type { SentFile } from './sender-client.ts'
export type { CodeReceiver, FailedReturn, Ways } from './sign-in-ways.ts'
export type { Profile } from '#vault/own-profile.ts'
// Not from storage-usage.ts: that would bring the parser into the page, whose probe for `eval` Trusted Types refuse.
export { noRoomSentence } from '#vault/no-room-sentence.ts'
export type { StorageUsage } from '#vault/storage-usage.ts'
export type { Subscription } from '#vault/subscription.ts'
export type { SeenMembers, SpaceRole, SpacesClient, TeamSpace, TeamSpaceMember, WantedMember } from './spaces-client.ts'
export type { StatusClient } from './status-client.ts'
export type { Domain, Invitation, Member, TeamClient } from './team-client.ts'
export type { FileVersion } from './versions-client.ts'
export type { ZipFile } from '#web/workers/zip-calls.ts'
export { ZipError } from './zip-error.ts'
export type { FileView } from './views.ts'
export type { CertificationFields, ComplianceClient } from './compliance-client.ts'
export type { InstallationClient } from './installation-client.ts'
export type { VaultFile } from '#vault/file-records.ts'
export type { VaultFolder } from '#vault/folders.ts'
export type { CopiedItem } from '#vault/copy-items.ts'
export type { Items } from '#vault/items.ts'
export type { FileTag, VaultTag } from '#vault/tags.ts'
export { VaultError, type VaultErrorCode } from '#vault/vault-error.ts'

export type AccountState =
  /** Still reading the stored session. */
  | { kind: 'loading' }
  /** `isEnded`: not by the person at this page, but elsewhere or by an administrator. */
  | { kind: 'signed-out'; isEnded?: boolean; elsewhere?: FailedReturn }
  /** A session exists but the keys are not in memory: ask for the password. `isNew`: they were not even made yet. */
  | { kind: 'locked'; email: string; isNew?: boolean }
  /** Signed in without a password, and there is no vault yet: the person chooses the password of the vault. */
  | { kind: 'needs-password'; email: string }
  /** The password or passkey fits; the account asks for a code as well before the vault may open. */
  | { kind: 'needs-second-factor'; email: string; apps: readonly FactorName[]; hasRecoveryCodes: boolean }
  /** First sign-in: the vault must be created and the recovery kit shown before anything else. */
  | { kind: 'needs-recovery-kit'; email: string }
  | { kind: 'open'; email: string; userId: string; firstName: string; keyFingerprint: string }

/** A factor as its owner called it; null for one without a name. */
export type FactorName = { id: string; name: string | null }

/** `uploading` covers sealing and sending, which overlap. `resumable` survived a reload: the person picks the same file again. */
export type UploadState =
  | 'waiting'
  | 'encrypting'
  | 'uploading'
  | 'sealed'
  | 'paused'
  | 'failed'
  | 'cancelled'
  | 'resumable'

export type UploadItem = {
  id: string
  name: string
  sizeBytes: number
  /** Plaintext bytes that are stored; over HTTP/2 those the network took, corrected when they did not arrive. */
  sentBytes: number
  state: UploadState
  /** A sentence for the person: why it failed, that the connection is lost, or that another file was chosen. */
  problem: string | null
  /** It failed because it does not fit in the storage of the plan, or because the person was signed out meanwhile. */
  lacks: 'room' | 'session' | null
}

/** What is saved is saved; `noted` settles when the time of its use is known to the server, or could not be noted. */
export type Saved = { noted: Promise<void> }

export type DownloadProgress = { id: string; name: string; sizeBytes: number; doneBytes: number }

/** A value that changes: read it with `useSyncExternalStore(store.subscribe, store.read)`; the snapshot is stable until it changes. */
export type Store<T> = { read: () => T; subscribe: (listener: () => void) => () => void }

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
  /** Resolves when the confirmation mail is on its way. */
  signUp: (input: SignUpInput) => Promise<void>
  /** `remember` keeps the session and the unlocked vault on this device until sign-out. */
  signIn: (input: { email: string; password: string; remember: boolean }) => Promise<void>
  /** Signs in with a passkey of this device or key; the vault then asks for the password. */
  signInWithPasskey: (input: { remember: boolean }) => Promise<void>
  /** Answers `needs-second-factor`: a code of an authenticator app, or a recovery code, which is used up by it. */
  proveSecondFactor: (proof: SecondFactorProof) => Promise<void>
  resendConfirmation: (email: string) => Promise<void>
  /** Opens the vault of the stored session again after a reload. */
  unlock: (password: string) => Promise<void>
  /** Mails a link that signs in without the password. Resolves for unknown addresses too. */
  sendRecovery: (email: string) => Promise<void>
  /** Takes over the session that such a link carries; the vault stays locked. */
  acceptRecovery: (tokens: { accessToken: string; refreshToken: string }) => Promise<void>
  /** Ends the session of a mailed link that nobody goes on with. */
  endLinkSession: (accessToken: string) => Promise<void>
  /** Whether the signed-in account has made its vault. */
  hasVault: () => Promise<boolean>
  /** Where typed recovery words are wrong, as far as that shows without the vault. */
  checkRecoveryWords: (words: string) => Promise<RecoveryWordsProblem | null>
  /**
   * Sets a new password and opens the vault by what stands in for the old one.
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
  /** Forgets the keys, keeps the session. */
  lock: () => Promise<void>
  signOut: () => Promise<void>
  /** After `keys_unfamiliar`: deletes what this device remembers of the account, and signs out. Without the person's confirmation, never. */
  forgetDevice: () => Promise<void>
  /** Something was refused for want of a session: asks the server, and leaves when it says that the session is over. */
  leaveIfEnded: () => Promise<void>
}

/** What a visitor of a shared link sees of its file; no account is needed. */
export type VisitedFile = {
  name: string
  sizeBytes: number
  /** As far as the owner chose to say. */
  sender: string | null
  /** ISO 8601. */
  expiresAt: string
  downloadsLeft: number | null
}

/** Shared links as visitors follow them: `id` from the path, `fragment` with the secret. */
export type VisitClient = {
  knock: (id: string, fragment: string) => Promise<{ hasPassword: boolean }>
  open: (id: string, fragment: string, password: string | null) => Promise<VisitedFile>
  /** Saves the file of a link that was opened; resolves when the last byte was verified. */
  download: (id: string) => Promise<void>
}

/** `from-device`: what is shown was kept here, and the server is asked what changed. `whole`: names are read from the server. */
export type ListReading = { kind: 'from-device' } | { kind: 'whole'; read: number; total: number }

export type FilesClient = {
  /** Largest file the server takes, in bytes. */
  maxFileBytes: Store<number>
  /** The team space whose files these are; null is the personal one. */
  spaceId: string | null
  /**
   * Every file of the space: at once what this device holds, then what is new on the server.
   * @param onPart hears the list while it fills.
   */
  list: (onPart?: (files: VaultFile[]) => void) => Promise<VaultFile[]>
  /** How far the list is from being whole and up to date; null when it is. */
  reading: Store<ListReading | null>
  rename: (id: string, name: string) => Promise<void>
  /** Checks the signed manifest anew. @throws {VaultError} `file_damaged` */
  proof: (id: string) => Promise<FileProof>
  /** Saves the decrypted file through the browser's download; resolves when the last byte was verified. */
  download: (id: string) => Promise<Saved>
  /**
   * Saves several files as one archive, streamed. One file that fails ends all of it, and nothing is saved.
   * @throws {ZipError} with the path of that file
   */
  downloadZip: (name: string, files: readonly ZipFile[]) => Promise<Saved>
  downloads: Store<readonly DownloadProgress[]>
  /** Opens a file to look at it here; what was read stays in memory, and `close` ends it. */
  view: (id: string) => Promise<FileView>
  /**
   * A small picture of a stored image, as WebP. `signal` ends the work of one that is no longer shown.
   * @param type of the image, from the list of types that browsers decode
   */
  thumbnail: (file: VaultFile, type: string, signal: AbortSignal) => Promise<Blob>
  uploads: Store<readonly UploadItem[]>
  /** Queues files. Too large or badly named ones appear at once as `failed`. */
  upload: (files: File[], folderId: string | null, spaceId?: string) => void
  /** Queues other content for a stored file; what it is now is kept as a version. */
  replace: (file: File, stored: Pick<VaultFile, 'id' | 'name' | 'folderId'>) => void
  pauseUpload: (id: string) => void
  /** Continues a paused, failed or resumable upload; a resumable one needs the file again. */
  resumeUpload: (id: string, file?: File) => void
  cancelUpload: (id: string) => void
  retryFailedUploads: () => void
  clearFinishedUploads: () => void
  /** Called with the name whenever an upload is sealed and stored, so that lists refresh and a toast appears. */
  onUploaded: (listener: (file: { id: string; name: string }) => void) => () => void
}

/** Where files are: folders, trash, stars and tags. */
export type OrderClient = {
  folders: {
    spaceId: string | null
    /**
     * Every folder of the space, those in the trash included.
     * @param onHeld hears what this device holds of them, before the server answers.
     */
    list: (onHeld?: (folders: VaultFolder[]) => void) => Promise<VaultFolder[]>
    create: (folder: NewFolder) => Promise<VaultFolder>
    rename: (id: string, name: string) => Promise<void>
  }
  items: {
    move: (move: Move) => Promise<void>
    /** All or nothing, without sending any content again. @returns what lies directly in the target now. */
    copy: (copy: Copy) => Promise<Items>
    trash: (items: Items) => Promise<void>
    /** @returns how many came back at the top, because their folder is gone or in the trash. */
    restore: (items: Items) => Promise<number>
    deleteForever: (items: Items) => Promise<void>
    setStarred: (items: Items, isStarred: boolean) => Promise<void>
  }
  tags: {
    list: () => Promise<VaultTag[]>
    /** Which tag is on which file, for the whole vault. */
    pairs: () => Promise<FileTag[]>
    create: (tag: { name: string; color: string }) => Promise<VaultTag>
    remove: (id: string) => Promise<void>
    add: (pair: FileTag) => Promise<void>
    take: (pair: FileTag) => Promise<void>
  }
}

export type VaultClient = {
  account: AccountClient
  files: FilesClient
  roles: RolesClient
  audit: AuditClient
  security: SecurityClient
  protection: ProtectionClient
  settings: SettingsClient
  compliance: ComplianceClient
  installation: InstallationClient
  notices: NoticesClient
  sharing: SharingClient
  team: TeamClient
  spaces: SpacesClient
  versions: VersionsClient
  visit: VisitClient
  recovery: RecoveryClient
  keyring: KeyringClient
  requests: RequestsClient
  sender: SenderClient
  status: StatusClient
  live: LiveClient
} & OrderClient
