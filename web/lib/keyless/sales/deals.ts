import { z } from 'zod'
import { DEAL_EVENTS, STAGE_KINDS, STAGE_PRESETS } from '#contract/sales/deals.ts'
import { CURRENCIES, type Currency } from '#contract/sales/money.ts'
import { QUOTE_STATES } from '#contract/sales/quotes.ts'
import { SCORE_WEIGHTS, type ScoreReason } from '#contract/sales/score.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/sales/v1'
const JSON_TYPE = { 'content-type': 'application/json' }
const REASONS = Object.keys(SCORE_WEIGHTS) as [ScoreReason, ...ScoreReason[]]

const stage = z.object({
  id: z.string(),
  preset: z.enum(STAGE_PRESETS).nullable(),
  name: z.string().nullable(),
  kind: z.enum(STAGE_KINDS),
  probability: z.number(),
})
/** Where a deal is. One without a name has that of its preset, in the language of the person. */
export type Stage = z.output<typeof stage>

const pipeline = z.object({
  settings: z.object({
    currency: z.enum(CURRENCIES),
    seller: z.string(),
    version: z.number(),
    is_fixed: z.boolean(),
  }),
  stages: z.array(stage),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})
/** `is_fixed`: there are amounts, so the currency stays. */
export type Pipeline = z.output<typeof pipeline>

const deal = z.object({
  id: z.string(),
  stage_id: z.string(),
  title: z.string(),
  contact_id: z.string().nullable(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_company: z.string(),
  amount_minor: z.number().nullable(),
  closes_on: z.string().nullable(),
  owner_id: z.string().nullable(),
  lost_reason: z.string().nullable(),
  version: z.number(),
  stage_since: z.string(),
  created_at: z.string(),
  score: z
    .object({
      points: z.number(),
      reasons: z.array(z.object({ reason: z.enum(REASONS), points: z.number(), count: z.number().optional() })),
    })
    .nullable(),
})
/** What may be sold to somebody. Amounts in the smallest unit of the currency, days as `2026-11-21`, times in ISO 8601. */
export type Deal = z.output<typeof deal>
export type DealFields = Pick<
  Deal,
  'title' | 'contact_name' | 'contact_email' | 'contact_company' | 'amount_minor' | 'closes_on' | 'owner_id'
>

/** What deals have in common; each part narrows it. `owner`: an id, or `none`. */
export type DealRules = Partial<{ search: string; owner: string; stage: string }>

const page = z.object({ deals: z.array(deal), after: z.string().nullable() })
/** `after`: where the next page begins, null at the end. */
export type DealPage = z.output<typeof page>

const board = z.object({
  columns: z.array(page.extend({ stage_id: z.string(), count: z.number(), amount_minor: z.number() })),
})
/** The stages that have deals, with the first of them. */
export type Board = z.output<typeof board>

const details = z.object({
  deal,
  events: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: z.enum(DEAL_EVENTS),
      details: z.record(z.string(), z.unknown()),
      user_id: z.string().nullable(),
    }),
  ),
  notes: z.array(
    z.object({ id: z.string(), body: z.string(), author_id: z.string().nullable(), created_at: z.string() }),
  ),
  tasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      due_on: z.string().nullable(),
      doer_id: z.string().nullable(),
      done_at: z.string().nullable(),
    }),
  ),
  quotes: z.array(
    z.object({
      id: z.string(),
      status: z.enum(QUOTE_STATES),
      year: z.number().nullable(),
      number: z.number().nullable(),
      revision: z.number(),
      currency: z.enum(CURRENCIES),
      total_minor: z.number(),
      valid_on: z.string(),
      version: z.number(),
    }),
  ),
})
export type DealDetails = z.output<typeof details>
export type DealEvent = DealDetails['events'][number]
export type DealTask = DealDetails['tasks'][number]
export type ListedQuote = DealDetails['quotes'][number]

const sum = z.object({ count: z.number(), amount_minor: z.number(), weighted_minor: z.number() })
const won = sum.omit({ weighted_minor: true })
const forecast = z.object({
  months: z.array(sum.extend({ month: z.string() })),
  past: sum,
  later: sum,
  undated: sum,
  won: z.object({ this_quarter: won, last_quarter: won }),
})
/** Open deals by the month in which they are expected to close, `2026-11`; `weighted_minor` counts each by the probability of its stage. */
export type Forecast = z.output<typeof forecast>

const get = async (api: VaultApi, path: string): Promise<unknown> =>
  (await api.fetch(`${PATH}${path}`, { method: 'GET' })).json()
const put = (api: VaultApi, path: string, body: object): Promise<Response> =>
  api.fetch(`${PATH}${path}`, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify(body) })

/** @throws {VaultError} `not_allowed` */
export async function readPipeline(api: VaultApi): Promise<Pipeline> {
  return pipeline.parse(await get(api, '/pipeline'))
}

/** @param stages in their order; one without an id is new. @throws {VaultError} `changed_meanwhile`, `stage_in_use` */
export async function saveStages(
  api: VaultApi,
  stages: readonly { id: string | null; name: string | null; probability: number }[],
  version: number,
): Promise<void> {
  await put(api, '/pipeline/stages', { stages, version })
}

/** @throws {VaultError} `changed_meanwhile`, `currency_fixed` */
export async function saveSalesSettings(
  api: VaultApi,
  settings: { currency: Currency; seller: string; version: number },
): Promise<void> {
  await put(api, '/pipeline/settings', settings)
}

export async function readBoard(api: VaultApi, rules: DealRules): Promise<Board> {
  return board.parse(await get(api, `/board${queryOf(rules)}`))
}

export async function listStageDeals(
  api: VaultApi,
  rules: DealRules & { stage: string; after: string },
): Promise<DealPage> {
  return page.parse(await get(api, `/deals${queryOf(rules)}`))
}

/** @throws {VaultError} `entry_gone` */
export async function readDeal(api: VaultApi, id: string): Promise<DealDetails> {
  return details.parse(await get(api, `/deals/${id}`))
}

/** @param stageId null: the first one. @returns its id */
export async function addDeal(api: VaultApi, fields: DealFields, stageId: string | null): Promise<string> {
  return z.object({ id: z.string() }).parse(await api.post(`${PATH}/deals`, { ...fields, stage_id: stageId })).id
}

const versioned = z.object({ version: z.number() })

/** @param version that was seen. @returns the new one. @throws {VaultError} `changed_meanwhile` */
export async function changeDeal(api: VaultApi, id: string, fields: DealFields, version: number): Promise<number> {
  return versioned.parse(await (await put(api, `/deals/${id}`, { ...fields, version })).json()).version
}

/** @param move `reason`: why it was lost, for that stage alone. @returns the new version. @throws {VaultError} `changed_meanwhile` */
export async function moveDeal(
  api: VaultApi,
  id: string,
  { stageId, reason, version }: { stageId: string; reason: string | null; version: number },
): Promise<number> {
  return versioned.parse(await api.post(`${PATH}/deals/${id}/moves`, { stage_id: stageId, reason, version })).version
}

/** @throws {VaultError} `deal_quoted` */
export async function removeDeal(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/deals/${id}`, { method: 'DELETE' })
}

/** Exactly the deals that the rules let through, as CSV. */
export async function exportDeals(api: VaultApi, rules: DealRules): Promise<Blob> {
  return (await api.fetch(`${PATH}/deals/export${queryOf(rules)}`, { method: 'GET' })).blob()
}

export async function readForecast(api: VaultApi): Promise<Forecast> {
  return forecast.parse(await get(api, '/forecast'))
}

function queryOf(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
