import { z } from 'zod'
import { STAGE_KINDS, STAGE_PRESETS } from '#contract/sales/deals.ts'
import { CURRENCIES, type Currency } from '#contract/sales/money.ts'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/sales/v1'
const JSON_TYPE = { 'content-type': 'application/json' }

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

export async function readForecast(api: VaultApi): Promise<Forecast> {
  return forecast.parse(await get(api, '/forecast'))
}
