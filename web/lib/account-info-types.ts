/** What screens may ask about the account: its roles, its log, what protects it, its settings and its notifications. */
import type { NoticeKind, NoticeSetting } from '#contract/notices.ts'
import type { Role } from '#contract/permissions.ts'
import type { Tier } from '#contract/plans.ts'
import type { AuditEvent, AuditFilter, AuditPage, AuditPerson } from '#vault/audit-log.ts'
import type { Notice } from '#vault/notices.ts'
import type { Profile } from '#vault/own-profile.ts'
import type { OwnSession, SecurityFacts } from '#vault/own-security.ts'
import type { StorageUsage } from '#vault/storage-usage.ts'
import type { Subscription } from '#vault/subscription.ts'
import type { FactorName } from './vault-client.ts'

export type RolesClient = { list: () => Promise<Role[]> }

/** The log of everything that changed; the server shows all of it, or one's own part, as the roles say. */
export type AuditClient = {
  list: (page: AuditPage) => Promise<AuditEvent[]>
  /** Kinds of events that are in it. */
  types: () => Promise<string[]>
  /** People of the organisation, or those with the ids; empty without the permission. */
  people: (userIds?: readonly string[]) => Promise<AuditPerson[]>
  /** Saves every event that matches as CSV; `onProgress` hears how many were written. */
  save: (filter: AuditFilter, onProgress: (rows: number) => void) => Promise<void>
}

/** What protects the account, and who is signed in to it. */
export type SecurityClient = {
  facts: () => Promise<SecurityFacts>
  sessions: () => Promise<OwnSession[]>
  /** Ends a session; false when it had ended already. */
  revoke: (sessionId: string) => Promise<boolean>
}

export type AuthenticatorApp = FactorName & { createdAt: string }
export type OwnPasskey = FactorName & { createdAt: string; lastUsedAt: string | null }
export type SecondFactors = {
  apps: AuthenticatorApp[]
  /** Null while there are none. */
  recoveryCodes: { total: number; remaining: number } | null
}

/** What opens the account: changing it ends sessions that were opened with less. */
export type ProtectionClient = {
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
  passkeys: () => Promise<OwnPasskey[]>
  addPasskey: (name: string) => Promise<void>
  renamePasskey: (id: string, name: string) => Promise<void>
  removePasskey: (id: string) => Promise<void>
}

export type Biller = 'stripe' | 'sandbox' | 'off'

export type SettingsClient = {
  profile: () => Promise<Profile>
  saveProfile: (profile: Profile) => Promise<void>
  biller: () => Promise<Biller>
  subscription: () => Promise<Subscription>
  storage: () => Promise<StorageUsage>
  /** @returns the address of the provider's page. */
  checkout: (tier: Tier) => Promise<string>
  portal: () => Promise<string>
}

export type NoticesClient = {
  /** Newest first; `older` is the last one of the page before. */
  list: (limit: number, older?: Notice) => Promise<Notice[]>
  countUnread: () => Promise<number>
  /** One, or all. */
  markRead: (id?: string) => Promise<void>
  settings: () => Promise<Record<NoticeKind, NoticeSetting>>
  saveSetting: (kind: NoticeKind, setting: NoticeSetting) => Promise<void>
}
