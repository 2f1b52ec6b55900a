import { z } from 'zod'
import { AI_REQUEST_STATUSES, CONNECTION_STATES, type ConnectedPreset, MODEL_PRESETS } from '#contract/studio/models.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { read, send } from './follow.ts'

const PATH = '/ai/v1'

const connection = z.object({
  id: z.string(),
  name: z.string(),
  preset: z.enum(MODEL_PRESETS),
  address: z.string(),
  key_end: z.string().nullable(),
  state: z.enum(CONNECTION_STATES),
  problem: z.string().nullable(),
  looked_at: z.string().nullable(),
  models: z.array(z.string()),
  version: z.number(),
})
/** A language model server of the organisation. Of its key the last characters are known. */
export type ModelConnection = z.output<typeof connection>

const settings = z.object({
  connection_id: z.string().nullable(),
  model: z.string().nullable(),
  org_micros: z.number().nullable(),
  org_tokens: z.number().nullable(),
  person_micros: z.number().nullable(),
  person_tokens: z.number().nullable(),
  redacts_private: z.boolean(),
  keeps_bodies: z.boolean(),
  body_days: z.number(),
  log_days: z.number(),
  banned_claims: z.array(z.string()),
  copilot_for_all: z.boolean(),
  copilot_tokens: z.number().nullable(),
  version: z.number(),
})
/** Budgets are of a month; money in millionths of a dollar. */
export type ModelSettings = z.output<typeof settings>

const price = z.object({ model: z.string(), micros_in: z.number(), micros_out: z.number() })
/** Of a million tokens, in millionths of a dollar. */
export type ModelPrice = z.output<typeof price>

const overview = z.object({ connections: z.array(connection), settings, prices: z.array(price) })
export type ModelOverview = z.output<typeof overview>

const figures = {
  requests: z.number(),
  ok: z.number(),
  decided: z.number(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  tokens: z.number(),
  cost_micros: z.number(),
  unpriced: z.number(),
}
const usage = z.object({
  all: z.object(figures),
  statuses: z.array(z.object({ status: z.enum(AI_REQUEST_STATUSES), requests: z.number() })),
  endpoints: z.array(z.object({ endpoint: z.string(), ...figures })),
  models: z.array(z.object({ provider: z.string(), model: z.string(), ...figures })),
  days: z.array(z.object({ day: z.string(), ...figures })),
  people: z.array(z.object({ person: z.string().nullable(), ...figures })),
  redactions: z.array(z.object({ kind: z.string(), found: z.number() })),
  errors: z.array(z.object({ code: z.string(), requests: z.number() })),
})
/** What was asked of models; times in milliseconds. */
export type ModelUsage = z.output<typeof usage>

const request = z.object({
  id: z.string(),
  person: z.string().nullable(),
  endpoint: z.string(),
  model: z.string(),
  started_at: z.string(),
  latency_ms: z.number().nullable(),
  tokens_in: z.number(),
  tokens_out: z.number(),
  status: z.enum(AI_REQUEST_STATUSES),
  error_code: z.string().nullable(),
})
/** A request of the log. */
export type ModelRequest = z.output<typeof request>
const requests = z.object({ requests: z.array(request) })

export type ConnectionFields = { name: string; preset: ConnectedPreset; address: string; key?: string }

/** @throws {VaultError} `not_allowed` */
export const listModels = async (api: VaultApi): Promise<ModelOverview> =>
  overview.parse(await read(api, `${PATH}/connections`))

/** Connections that are sent again with the same id, because an answer did not come, are one. */
export async function addConnection(api: VaultApi, fields: ConnectionFields & { id: string }): Promise<void> {
  await api.post(`${PATH}/connections`, fields)
}

export async function changeConnection(
  api: VaultApi,
  id: string,
  fields: ConnectionFields & { version: number },
): Promise<void> {
  await send(api, 'PUT', `${PATH}/connections/${id}`, fields)
}

export async function removeConnection(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/connections/${id}`, { method: 'DELETE' })
}

/** Asks a connection what it offers now. */
export const lookAtConnection = async (api: VaultApi, id: string): Promise<ModelConnection> =>
  connection.parse(await api.post(`${PATH}/connections/${id}/looks`, {}))

/** Asks all connections what they offer now, but those that were asked just before. */
export async function lookAtAllConnections(api: VaultApi): Promise<void> {
  await api.fetch(`${PATH}/looks`, { method: 'POST' })
}

export async function saveModelSettings(api: VaultApi, given: ModelSettings): Promise<void> {
  await send(api, 'PUT', `${PATH}/settings`, given)
}

export async function saveModelPrices(api: VaultApi, prices: readonly ModelPrice[]): Promise<void> {
  await send(api, 'PUT', `${PATH}/prices`, { prices })
}

export const readModelUsage = async (api: VaultApi, days: number): Promise<ModelUsage> =>
  usage.parse(await read(api, `${PATH}/usage?days=${days}`))

/** The newest requests of the log, without their texts. */
export const listModelRequests = async (api: VaultApi): Promise<ModelRequest[]> =>
  requests.parse(await read(api, `${PATH}/requests`)).requests
