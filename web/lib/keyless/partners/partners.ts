import { z } from 'zod'
import { commissionList, ownCommission, payCommission as payRoute } from '#contract/partners/commissions-wire.ts'
import { type Outcome, PARTNER_STATES, TIER_PRESETS } from '#contract/partners/partners.ts'
import {
  addPartner as addRoute,
  archivePartner as archive,
  changePartner as changeRoute,
  linkPartnerAccount as linkRoute,
  partnerFile,
  partnerLink,
  partnerList,
  partnerStatement,
  readPartner as readRoute,
  readProgramme as programmeRoute,
  restorePartner as restore,
  saveTiers as tiersRoute,
} from '#contract/partners/partners-wire.ts'
import {
  addRegistration as registerRoute,
  decideRegistration as decideRoute,
  ownRegistration,
  registrationList,
} from '#contract/partners/registrations-wire.ts'
import { CURRENCIES } from '#contract/sales/money.ts'
import type { RowOf, RulesOf } from '#contract/wire/wire-list.ts'
import type { Answered } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callArchive, callRoute, fetchFile } from '../call-route.ts'

const PATH = '/partners/v1'

/** `people`: those whose account may be linked with a partner. */
export type Programme = Answered<typeof programmeRoute>
/** What partners earn; rates in hundredths of a per cent. One without a name has that of its preset, in the language of the person. */
export type Tier = Programme['tiers'][number]
/** A company that brings customers. `open_minor`: what is still to be paid, in the smallest unit of each currency. */
export type Partner = RowOf<typeof partnerList>
export type PartnerFields = Pick<Partner, 'tier_id' | 'company' | 'contact_name' | 'contact_email' | 'state' | 'notes'>
export type PartnerDetails = Answered<typeof readRoute>
/** `visits` since it was made; `days`: of the last thirty those that had any. */
export type PartnerLink = PartnerDetails['links'][number]
export type PartnerStatement = PartnerDetails['statements'][number]
/** A customer that a partner registered. Days as `2026-11-21`, times in ISO 8601. */
export type OwnRegistration = z.output<typeof ownRegistration>
export type Registration = RowOf<typeof registrationList>
export type RegistrationFields = Pick<OwnRegistration, 'company' | 'domain' | 'amount_minor' | 'expected_on'>
export type OwnCommission = z.output<typeof ownCommission>
export type Commission = RowOf<typeof commissionList>

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
  links: z.array(partnerLink),
  registrations: z.array(ownRegistration),
  commissions: z.array(ownCommission),
  statements: z.array(partnerStatement),
})
/** What somebody sees who acts for a partner. */
export type OwnPartner = z.output<typeof own>

/** What partners have in common; each part narrows it. */
export type PartnerRules = RulesOf<typeof partnerList>
export type RegistrationRules = RulesOf<typeof registrationList>
export type CommissionRules = RulesOf<typeof commissionList>

const blob = async (api: VaultApi, path: string): Promise<Blob> =>
  (await api.fetch(`${PATH}${path}`, { method: 'GET' })).blob()

/** @throws {VaultError} `not_allowed` */
export async function readProgramme(api: VaultApi): Promise<Programme> {
  return callRoute(api, programmeRoute, {})
}

/** @param tiers in their order; one without an id is new. @throws {VaultError} `changed_meanwhile`, `tier_in_use` */
export async function saveTiers(
  api: VaultApi,
  tiers: readonly Pick<Tier, 'name' | 'basis_points'>[] & readonly { id: string | null }[],
  version: number,
): Promise<void> {
  return callRoute(api, tiersRoute, { body: { tiers: [...tiers], version } })
}

export async function listPartners(api: VaultApi, rules: PartnerRules, after?: string) {
  return callRoute(api, partnerList.page, { query: { ...rules, after } })
}

/** Exactly the partners that the rules let through, as CSV. */
export async function exportPartners(api: VaultApi, rules: PartnerRules): Promise<Blob> {
  return fetchFile(api, partnerFile, { query: rules })
}

/** @throws {VaultError} `entry_gone` */
export async function readPartner(api: VaultApi, id: string): Promise<PartnerDetails> {
  return callRoute(api, readRoute, { id })
}

/** @param id a new one: what is sent twice with it is stored once */
export async function addPartner(api: VaultApi, id: string, fields: PartnerFields): Promise<void> {
  await callRoute(api, addRoute, { body: { id, ...fields } })
}

/** @param version that was seen. @throws {VaultError} `changed_meanwhile` */
export async function changePartner(
  api: VaultApi,
  id: string,
  fields: PartnerFields,
  version: number,
): Promise<number> {
  return (await callRoute(api, changeRoute, { id, body: { ...fields, version } })).version
}

/** A partnership that has ended keeps everything. @throws {VaultError} `changed_meanwhile` */
export async function archivePartner(api: VaultApi, change: Parameters<typeof callArchive>[2]): Promise<number> {
  return callArchive(api, { archive, restore }, change)
}

/** @param account of a person with the role of a partner; null unlinks. @throws {VaultError} `account_taken` */
export async function linkPartnerAccount(
  api: VaultApi,
  id: string,
  account: string | null,
  version: number,
): Promise<void> {
  await callRoute(api, linkRoute, { id, body: { account_id: account, version } })
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
  const headers = { 'content-type': 'application/json' }
  await api.fetch(`${PATH}/links/${id}`, { method: 'PUT', headers, body: JSON.stringify({ is_paused: isPaused }) })
}

export async function listRegistrations(api: VaultApi, rules: RegistrationRules, after?: string) {
  return callRoute(api, registrationList.page, { query: { ...rules, after } })
}

/** @throws {VaultError} `customer_registered`, `partner_inactive` */
export async function addRegistration(
  api: VaultApi,
  partnerId: string,
  id: string,
  fields: RegistrationFields,
): Promise<void> {
  await callRoute(api, registerRoute, { body: { id, partner_id: partnerId, ...fields } })
}

/** @param wonMinor what the customer pays, for `won` alone. @throws {VaultError} `partners_closed`, `customer_approved`, `changed_meanwhile` */
export async function decideRegistration(
  api: VaultApi,
  id: string,
  { outcome, wonMinor, version }: { outcome: Outcome; wonMinor: number | null; version: number },
): Promise<void> {
  await callRoute(api, decideRoute, { id, body: { outcome, amount_minor: wonMinor, version } })
}

export async function listCommissions(api: VaultApi, rules: CommissionRules, after?: string) {
  return callRoute(api, commissionList.page, { query: { ...rules, after } })
}

/** For good. @throws {VaultError} `partners_closed` */
export async function payCommission(api: VaultApi, id: string, paidOn: string, note: string): Promise<void> {
  return callRoute(api, payRoute, { id, body: { paid_on: paidOn, note } })
}

/** @param month its first day. @throws {VaultError} `statement_empty` */
export async function issueStatement(api: VaultApi, partnerId: string, month: string): Promise<string> {
  return z.object({ id: z.string() }).parse(await api.post(`${PATH}/partners/${partnerId}/statements`, { month })).id
}

export async function downloadStatement(api: VaultApi, id: string, language: string): Promise<Blob> {
  return blob(api, `/statements/${id}/pdf?${new URLSearchParams({ language }).toString()}`)
}

/** Null for somebody whose account no manager linked with a partner. */
export async function readOwnPartner(api: VaultApi): Promise<OwnPartner | null> {
  const answer = await (await api.fetch(`${PATH}/own`, { method: 'GET' })).json()
  return z.object({ partner: z.null() }).safeParse(answer).success ? null : own.parse(answer)
}

/** @throws {VaultError} `customer_registered`, `partner_inactive` */
export async function addOwnRegistration(api: VaultApi, id: string, fields: RegistrationFields): Promise<void> {
  await api.post(`${PATH}/own/registrations`, { id, ...fields })
}

export async function downloadOwnStatement(api: VaultApi, id: string, language: string): Promise<Blob> {
  return blob(api, `/own/statements/${id}/pdf?${new URLSearchParams({ language }).toString()}`)
}
