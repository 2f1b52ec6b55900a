import { z } from 'zod'
import {
  EXPORTERS,
  NO_POLICIES,
  type OrganisationPolicies,
  SIGN_IN_WAYS,
  type SignInWays,
} from '#contract/organisation/policies.ts'
import type { VaultApi } from '../session/api.ts'

/** The rules as they are, and which change that was: who saves says what they saw. */
export type ReadPolicies = {
  policies: OrganisationPolicies
  /** 0 while nobody has set any. */
  version: number
  /** ISO 8601; null while nobody has set any. */
  updatedAt: string | null
  updatedBy: string | null
}

/** Of each rule its column. */
const COLUMNS: Record<keyof OrganisationPolicies, string> = {
  secondFactorFrom: 'second_factor_from',
  signInBy: 'sign_in_by',
  signInFrom: 'sign_in_from',
  leastPassword: 'least_password',
  idleHours: 'idle_hours',
  sessionDays: 'session_days',
  allowsLinks: 'allows_links',
  needsLinkPassword: 'needs_link_password',
  linkDays: 'link_days',
  linkDownloads: 'link_downloads',
  allowsRequests: 'allows_requests',
  allowsGuestLinks: 'allows_guest_links',
  guestDays: 'guest_days',
  exportsBy: 'exports_by',
}

const row = z.object({
  version: z.int(),
  updated_at: z.string(),
  updated_by: z.uuid().nullable(),
  second_factor_from: z.string().nullable(),
  sign_in_by: z.enum(SIGN_IN_WAYS).nullable(),
  sign_in_from: z.string().nullable(),
  least_password: z.int().nullable(),
  idle_hours: z.int().nullable(),
  session_days: z.int().nullable(),
  allows_links: z.boolean(),
  needs_link_password: z.boolean(),
  link_days: z.int().nullable(),
  link_downloads: z.int().nullable(),
  allows_requests: z.boolean(),
  allows_guest_links: z.boolean(),
  guest_days: z.int().nullable(),
  exports_by: z.enum(EXPORTERS),
})

/** Everybody in the organisation may read its rules. */
export async function readPolicies(api: VaultApi): Promise<ReadPolicies> {
  const columns = `version,updated_at,updated_by,${Object.values(COLUMNS).join()}`
  const [found] = z
    .array(row)
    .max(1)
    .parse(await api.rest(`organisation_policies?select=${columns}`))
  if (!found) return { policies: NO_POLICIES, version: 0, updatedAt: null, updatedBy: null }
  return {
    policies: {
      secondFactorFrom: found.second_factor_from,
      signInBy: found.sign_in_by,
      signInFrom: found.sign_in_from,
      leastPassword: found.least_password,
      idleHours: found.idle_hours,
      sessionDays: found.session_days,
      allowsLinks: found.allows_links,
      needsLinkPassword: found.needs_link_password,
      linkDays: found.link_days,
      linkDownloads: found.link_downloads,
      allowsRequests: found.allows_requests,
      allowsGuestLinks: found.allows_guest_links,
      guestDays: found.guest_days,
      exportsBy: found.exports_by,
    },
    version: found.version,
    updatedAt: found.version === 0 ? null : found.updated_at,
    updatedBy: found.updated_by,
  }
}

/** `seen` is the version that the person saw. */
export type PolicyChange = { wanted: Partial<OrganisationPolicies>; seen: number }

/** @throws {VaultError} `not_allowed`, `proof_needed`, `policy_changed`, `own_factor_missing`, `own_way_missing`, `too_soon` */
export async function setPolicies(api: VaultApi, { wanted, seen }: PolicyChange): Promise<void> {
  const named = Object.entries(COLUMNS).flatMap(([rule, column]) => {
    const value = Object.entries(wanted).find(([name]) => name === rule)
    return value === undefined ? [] : [[column, value[1]] as const]
  })
  await api.rest('rpc/set_policies', { method: 'POST', body: { wanted: Object.fromEntries(named), seen } })
}

const counts = z.object({
  people: z.int(),
  without_factor: z.int(),
  // A server of the version before sends none.
  without_app: z.int().optional(),
  without_passkey: z.int(),
  without_provider: z.int(),
  without_either: z.int(),
  links: z.int(),
  links_without_password: z.int(),
  requests: z.int(),
})

/** What stays as it was before a rule, in numbers. */
export type PolicyCounts = {
  people: number
  withoutFactor: number
  /** Where a passkey is none, because identity providers alone are taken. */
  withoutApp: number
  /** How many people have none of the ways to sign in of each choice. */
  withoutWay: Record<SignInWays, number>
  links: number
  linksWithoutPassword: number
  requests: number
}

/** @throws {VaultError} `not_allowed` */
export async function countForPolicies(api: VaultApi): Promise<PolicyCounts> {
  const found = counts.parse(await api.rest('rpc/policy_counts', { method: 'POST', body: {} }))
  return {
    people: found.people,
    withoutFactor: found.without_factor,
    withoutApp: found.without_app ?? found.without_factor,
    withoutWay: { passkey: found.without_passkey, provider: found.without_provider, either: found.without_either },
    links: found.links,
    linksWithoutPassword: found.links_without_password,
    requests: found.requests,
  }
}
