import { LIMITS } from '../limits.ts'
import { GUEST_DAYS } from './guests.ts'

/** `provider`: an identity provider, by OAuth, OpenID Connect or SAML. */
export const SIGN_IN_WAYS = ['passkey', 'provider', 'either'] as const
export type SignInWays = (typeof SIGN_IN_WAYS)[number]

/** Sets of people who save lists and records of the organisation as files: all who may read them, or those above the other roles (`LEADING_ROLES`). */
export const EXPORTERS = ['readers', 'owners'] as const
export type Exporters = (typeof EXPORTERS)[number]

/** Rules of an organisation for everybody in it. `null` is the server's own rule. The database holds them (`organisation_policies`). */
export type OrganisationPolicies = {
  /** From then on a session without a second factor gets nothing of the vault. ISO 8601. */
  secondFactorFrom: string | null
  /** By which ways alone a session may have been opened from `signInFrom` on; null: every way. Both are set, or neither. */
  signInBy: SignInWays | null
  /** From then on a session that was opened another way gets nothing of the vault. ISO 8601. */
  signInFrom: string | null
  /** Characters of a new password. */
  leastPassword: number | null
  /** A session ends after so many hours without use. */
  idleHours: number | null
  /** A session ends so many days after its sign-in. */
  sessionDays: number | null
  /** Whether new links may be made. */
  allowsLinks: boolean
  needsLinkPassword: boolean
  /** How long a link lives at most, from the day it was made. */
  linkDays: number | null
  linkDownloads: number | null
  /** Whether people without an account may be asked for files. */
  allowsRequests: boolean
  /** Whether guests of the organisation may make links, where others may. */
  allowsGuestLinks: boolean
  /** Days that a guest stays whom the identity provider names one; null: it makes nobody a guest. */
  guestDays: number | null
  exportsBy: Exporters
}

export const NO_POLICIES: OrganisationPolicies = {
  secondFactorFrom: null,
  signInBy: null,
  signInFrom: null,
  leastPassword: null,
  idleHours: null,
  sessionDays: null,
  allowsLinks: true,
  needsLinkPassword: false,
  linkDays: null,
  linkDownloads: null,
  allowsRequests: true,
  allowsGuestLinks: false,
  guestDays: null,
  exportsBy: 'readers',
}

/**
 * What may be chosen; the constraints of `organisation_policies` in SQL are tested equal to it. A session in use is renewed when its access
 * token ends, once an hour, so two hours are the least. Where tokens live longer, the database counts their life and an hour. Nothing here goes beyond the server's own rules.
 */
export const POLICY_LIMITS = {
  leastPassword: { min: LIMITS.passwordCharacters.min, max: 64 },
  idleHours: { min: 2, max: LIMITS.sessionDays.idle * 24 },
  sessionDays: { min: 1, max: LIMITS.sessionDays.all },
  linkDays: { min: 1, max: LIMITS.linkDays },
  linkDownloads: { min: 1, max: 10_000 },
  guestDays: { min: 1, max: GUEST_DAYS.most },
} as const

/** Nobody is locked out at once: a second factor, and ways to sign in, count from a day ahead at the earliest. */
export const NOTICE_HOURS = 24
