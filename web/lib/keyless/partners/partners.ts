import { z } from 'zod'
import {
  COMMISSION_STATES,
  type Outcome,
  PARTNER_STATES,
  type PartnerState,
  REGISTRATION_STATES,
  TIER_PRESETS,
} from '#contract/partners/partners.ts'
import { CURRENCIES } from '#contract/sales/money.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/partners/v1'
const JSON_TYPE = { 'content-type': 'application/json' }

const tier = z.object({
  id: z.string(),
  preset: z.enum(TIER_PRESETS).nullable(),
  name: z.string().nullable(),
  basis_points: z.number(),
})
/** What partners earn; rates in hundredths of a per cent. One without a name has that of its preset, in the language of the person. */
export type Tier = z.output<typeof tier>

const programme = z.object({
  version: z.number(),
  currency: z.enum(CURRENCIES),
  tiers: z.array(tier),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})
/** `people`: those whose account may be linked with a partner. */
export type Programme = z.output<typeof programme>

const partner = z.object({
  id: z.string(),
  tier_id: z.string(),
  tier_preset: z.enum(TIER_PRESETS).nullable(),
  tier_name: z.string().nullable(),
  company: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  state: z.enum(PARTNER_STATES),
  notes: z.string(),
  account_id: z.string().nullable(),
  version: z.number(),
  created_at: z.string(),
  visits: z.number(),
  open_registrations: z.number(),
  open_minor: z.partialRecord(z.enum(CURRENCIES), z.number()),
})
/** A company that brings customers. `open_minor`: what is still to be paid, in the smallest unit of each currency. */
export type Partner = z.output<typeof partner>
export type PartnerFields = Pick<Partner, 'tier_id' | 'company' | 'contact_name' | 'contact_email' | 'state' | 'notes'>

const link = z.object({
  id: z.string(),
  code: z.string(),
  path: z.string(),
  is_paused: z.boolean(),
  visits: z.number(),
  days: z.array(z.object({ day: z.string(), count: z.number() })),
})
/** `visits` since it was made; `days`: of the last thirty those that had any. */
export type PartnerLink = z.output<typeof link>

const ownRegistration = z.object({
  id: z.string(),
  company: z.string(),
  domain: z.string(),
  amount_minor: z.number(),
  currency: z.enum(CURRENCIES),
  expected_on: z.string(),
  state: z.enum(REGISTRATION_STATES),
  expires_on: z.string(),
  is_expired: z.boolean(),
  basis_points: z.number().nullable(),
  version: z.number(),
  created_at: z.string(),
})
/** A customer that a partner registered. Days as `2026-11-21`, times in ISO 8601. */
export type OwnRegistration = z.output<typeof ownRegistration>
const registration = ownRegistration.extend({
  partner_id: z.string(),
  partner: z.string(),
  conflicts: z.array(z.object({ partner: z.string(), state: z.enum(REGISTRATION_STATES) })),
})
export type Registration = z.output<typeof registration>
export type RegistrationFields = Pick<OwnRegistration, 'company' | 'domain' | 'amount_minor' | 'expected_on'>

const ownCommission = z.object({
  id: z.string(),
  company: z.string(),
  won_minor: z.number(),
  basis_points: z.number(),
  amount_minor: z.number(),
  currency: z.enum(CURRENCIES),
  earned_on: z.string(),
  state: z.enum(COMMISSION_STATES),
  paid_on: z.string().nullable(),
  paid_note: z.string(),
})
export type OwnCommission = z.output<typeof ownCommission>
const commission = ownCommission.extend({ partner_id: z.string(), partner: z.string() })
export type Commission = z.output<typeof commission>

const statement = z.object({ id: z.string(), month: z.string(), year: z.number(), number: z.number() })
export type PartnerStatement = z.output<typeof statement>

const details = z.object({
  partner,
  links: z.array(link),
  registrations: z.array(registration),
  commissions: z.array(commission),
  statements: z.array(statement),
})
export type PartnerDetails = z.output<typeof details>

const own = z.object({
  partner: z.object({
    id: z.string(),
    company: z.string(),
    state: z.enum(PARTNER_STATES),
    tier_preset: z.enum(TIER_PRESETS).nullable(),
    tier_name: z.string().nullable(),
    basis_points: z.number(),
    currency: z.enum(CURRENCIES),
  }),
  links: z.array(link),
  registrations: z.array(ownRegistration),
  commissions: z.array(ownCommission),
  statements: z.array(statement),
})
/** What somebody sees who acts for a partner. */
export type OwnPartner = z.output<typeof own>

/** What partners have in common; each part narrows it. */
export type PartnerRules = Partial<{ search: string; state: PartnerState; tier: string }>
export type RegistrationRules = Partial<{ state: 'open' | 'expired' | 'declined' | 'won' | 'lost' }>
export type CommissionRules = Partial<{ state: 'open' | 'paid' }>

const after = z.string().nullable()
const versioned = z.object({ version: z.number() })
const get = async (api: VaultApi, path: string): Promise<unknown> =>
  (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()
const put = (api: VaultApi, path: string, body: object): Promise<Response> =>
  api.fetch(`${PATH}${path}`, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify(body) })
const blob = async (api: VaultApi, path: string): Promise<Blob> =>
  (await api.fetch(`${PATH}${path}`, { method: 'GET' })).blob()

/** @throws {VaultError} `not_allowed` */
export async function readProgramme(api: VaultApi): Promise<Programme> {
  return programme.parse(await get(api, '/programme'))
}

/** @param tiers in their order; one without an id is new. @throws {VaultError} `changed_meanwhile`, `tier_in_use` */
export async function saveTiers(
  api: VaultApi,
  tiers: readonly Pick<Tier, 'name' | 'basis_points'>[] & readonly { id: string | null }[],
  version: number,
): Promise<void> {
  await put(api, '/programme/tiers', { tiers, version })
}

export async function listPartners(api: VaultApi, rules: PartnerRules, behind?: string) {
  const answer = await get(api, `/partners${queryOf({ ...rules, after: behind })}`)
  return z.object({ partners: z.array(partner), after }).parse(answer)
}

/** Exactly the partners that the rules let through, as CSV. */
export async function exportPartners(api: VaultApi, rules: PartnerRules): Promise<Blob> {
  return blob(api, `/partners/export${queryOf(rules)}`)
}

/** @throws {VaultError} `entry_gone` */
export async function readPartner(api: VaultApi, id: string): Promise<PartnerDetails> {
  return details.parse(await get(api, `/partners/${id}`))
}

/** @param id a new one: what is sent twice with it is stored once */
export async function addPartner(api: VaultApi, id: string, fields: PartnerFields): Promise<void> {
  await api.post(`${PATH}/partners`, { id, ...fields })
}

/** @param version that was seen. @throws {VaultError} `changed_meanwhile` */
export async function changePartner(
  api: VaultApi,
  id: string,
  fields: PartnerFields,
  version: number,
): Promise<number> {
  return versioned.parse(await (await put(api, `/partners/${id}`, { ...fields, version })).json()).version
}

/** @param account of a person with the role of a partner; null unlinks. @throws {VaultError} `account_taken` */
export async function linkPartnerAccount(
  api: VaultApi,
  id: string,
  account: string | null,
  version: number,
): Promise<void> {
  await put(api, `/partners/${id}/account`, { account_id: account, version })
}

/** @throws {VaultError} `code_taken` */
export async function addPartnerLink(
  api: VaultApi,
  partnerId: string,
  fields: { id: string; code: string; path: string },
): Promise<void> {
  await api.post(`${PATH}/partners/${partnerId}/links`, fields)
}

export async function pausePartnerLink(api: VaultApi, id: string, isPaused: boolean): Promise<void> {
  await put(api, `/links/${id}`, { is_paused: isPaused })
}

export async function listRegistrations(api: VaultApi, rules: RegistrationRules, behind?: string) {
  const answer = await get(api, `/registrations${queryOf({ ...rules, after: behind })}`)
  return z.object({ registrations: z.array(registration), after }).parse(answer)
}

/** @throws {VaultError} `customer_registered`, `partner_inactive` */
export async function addRegistration(
  api: VaultApi,
  partnerId: string,
  id: string,
  fields: RegistrationFields,
): Promise<void> {
  await api.post(`${PATH}/registrations`, { id, partner_id: partnerId, ...fields })
}

/** @param wonMinor what the customer pays, for `won` alone. @throws {VaultError} `partners_closed`, `customer_approved`, `changed_meanwhile` */
export async function decideRegistration(
  api: VaultApi,
  id: string,
  decision: { outcome: Outcome; wonMinor: number | null; version: number },
): Promise<void> {
  const { outcome, wonMinor, version } = decision
  await api.post(`${PATH}/registrations/${id}/decisions`, { outcome, amount_minor: wonMinor, version })
}

export async function listCommissions(api: VaultApi, rules: CommissionRules, behind?: string) {
  const answer = await get(api, `/commissions${queryOf({ ...rules, after: behind })}`)
  return z.object({ commissions: z.array(commission), after }).parse(answer)
}

/** For good. @throws {VaultError} `partners_closed` */
export async function payCommission(api: VaultApi, id: string, paidOn: string, note: string): Promise<void> {
  await api.post(`${PATH}/commissions/${id}/payment`, { paid_on: paidOn, note })
}

/** @param month its first day. @throws {VaultError} `statement_empty` */
export async function issueStatement(api: VaultApi, partnerId: string, month: string): Promise<string> {
  return z.object({ id: z.string() }).parse(await api.post(`${PATH}/partners/${partnerId}/statements`, { month })).id
}

export async function downloadStatement(api: VaultApi, id: string, language: string): Promise<Blob> {
  return blob(api, `/statements/${id}/pdf${queryOf({ language })}`)
}

/** Null for somebody whose account no manager linked with a partner. */
export async function readOwnPartner(api: VaultApi): Promise<OwnPartner | null> {
  const answer = await get(api, '/own')
  return z.object({ partner: z.null() }).safeParse(answer).success ? null : own.parse(answer)
}

/** @throws {VaultError} `customer_registered`, `partner_inactive` */
export async function addOwnRegistration(api: VaultApi, id: string, fields: RegistrationFields): Promise<void> {
  await api.post(`${PATH}/own/registrations`, { id, ...fields })
}

export async function downloadOwnStatement(api: VaultApi, id: string, language: string): Promise<Blob> {
  return blob(api, `/own/statements/${id}/pdf${queryOf({ language })}`)
}

function queryOf(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
