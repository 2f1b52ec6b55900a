import {
  addDeal as addRoute,
  changeDeal as changeRoute,
  dealFile,
  dealList,
  moveDeal as moveRoute,
  readBoard as boardRoute,
  readDeal as readRoute,
  removeDeal as removeRoute,
} from '#contract/sales/deals-wire.ts'
import type { RowOf, RulesOf } from '#contract/wire/wire-list.ts'
import type { Answered } from '#contract/wire/wire-route.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { callRoute, fetchFile } from '../call-route.ts'

/** What may be sold to somebody. Amounts in the smallest unit of the currency, days as `2026-11-21`, times in ISO 8601. */
export type Deal = RowOf<typeof dealList>
export type DealFields = Pick<
  Deal,
  'title' | 'contact_name' | 'contact_email' | 'contact_company' | 'amount_minor' | 'closes_on' | 'owner_id'
>
/** What deals have in common; each part narrows it. `owner`: an id, or `none`. */
export type DealRules = RulesOf<typeof dealList>
/** `after`: where the next page begins, null at the end. */
export type DealPage = Answered<typeof dealList.page>
/** The stages that have deals, with the first of them. */
export type Board = Answered<typeof boardRoute>
export type DealDetails = Answered<typeof readRoute>
export type DealEvent = DealDetails['events'][number]
export type DealTask = DealDetails['tasks'][number]
export type ListedQuote = DealDetails['quotes'][number]

export async function readBoard(api: VaultApi, rules: DealRules): Promise<Board> {
  return callRoute(api, boardRoute, { query: rules })
}

export async function listStageDeals(
  api: VaultApi,
  rules: DealRules & { stage: string; after: string },
): Promise<DealPage> {
  return callRoute(api, dealList.page, { query: rules })
}

/** @throws {VaultError} `entry_gone` */
export async function readDeal(api: VaultApi, id: string): Promise<DealDetails> {
  return callRoute(api, readRoute, { id })
}

/** @param stageId null: the first one. @returns its id */
export async function addDeal(api: VaultApi, fields: DealFields, stageId: string | null): Promise<string> {
  return (await callRoute(api, addRoute, { body: { ...fields, stage_id: stageId } })).id
}

/** @param version that was seen. @returns the new one. @throws {VaultError} `changed_meanwhile` */
export async function changeDeal(api: VaultApi, id: string, fields: DealFields, version: number): Promise<number> {
  return (await callRoute(api, changeRoute, { id, body: { ...fields, version } })).version
}

/** @param move `reason`: why it was lost, for that stage alone. @returns the new version. @throws {VaultError} `changed_meanwhile` */
export async function moveDeal(
  api: VaultApi,
  id: string,
  { stageId, reason, version }: { stageId: string; reason: string | null; version: number },
): Promise<number> {
  return (await callRoute(api, moveRoute, { id, body: { stage_id: stageId, reason, version } })).version
}

/** @throws {VaultError} `deal_quoted` */
export async function removeDeal(api: VaultApi, id: string): Promise<void> {
  return callRoute(api, removeRoute, { id })
}

/** Exactly the deals that the rules let through, as CSV. */
export async function exportDeals(api: VaultApi, rules: DealRules): Promise<Blob> {
  return fetchFile(api, dealFile, { query: rules })
}
