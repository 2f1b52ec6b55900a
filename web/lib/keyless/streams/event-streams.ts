import { z } from 'zod'
import {
  AUDIT_CATEGORIES,
  readFailure,
  RISKS,
  STREAM_FORMATS,
  STREAM_KINDS,
  STREAM_PROBLEMS,
  type StreamFailure,
} from '#contract/audit/event-streams.ts'
import type { VaultApi } from '#vault/session/api.ts'

const failureText = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : readFailure(text)))
const time = z.string().nullable()

const streamRow = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(STREAM_KINDS),
  address: z.string(),
  format: z.enum(STREAM_FORMATS),
  categories: z.array(z.enum(AUDIT_CATEGORIES)),
  least_risk: z.enum(RISKS),
  ca: z.string().nullable(),
  paused_at: time,
  has_secret: z.boolean(),
  earlier_until: time,
  sent: z.number(),
  filtered: z.number(),
  failed_tries: z.number(),
  waiting: z.number(),
  last_success_at: time,
  last_error: failureText,
  failing_since: time,
  next_try_at: z.string(),
  /** Events that the receiver refused for good. */
  put_aside: z.number(),
})
/** A stream as its organisation sees it. Times are ISO 8601. */
export type EventStream = z.output<typeof streamRow>

const tryRow = z.object({
  at: z.string(),
  first_index: z.number(),
  last_index: z.number(),
  events: z.number(),
  error: failureText,
  took_ms: z.number(),
})
export type StreamTry = z.output<typeof tryRow>

const asideRow = z.object({
  event_id: z.uuid(),
  /** Null for an event that is no longer in the audit log. */
  event_type: z.string().nullable(),
  happened_at: time,
  put_at: z.string(),
  error: failureText,
})
/** An event that a receiver refused for good. */
export type AsideEvent = z.output<typeof asideRow>

const failureAnswer = z.object({ problem: z.enum(STREAM_PROBLEMS), number: z.number().optional() }).nullable()

const testAnswer = z.object({
  shown: z.string(),
  status: z.number().nullable(),
  failure: failureAnswer,
})
export type StreamTest = { shown: string; status: number | null; failure: StreamFailure | null }

export type StreamPlace = 'now' | 'beginning'
export type StreamFields = Pick<EventStream, 'name' | 'address' | 'format' | 'categories' | 'least_risk' | 'ca'> & {
  /** A token of the receiver's. */
  secret?: string
}
export type NewEventStream = StreamFields & Pick<EventStream, 'kind'> & { from: StreamPlace }

const PATH = '/streams/v1'

/** @throws {VaultError} `not_allowed` */
export async function listStreams(api: VaultApi): Promise<EventStream[]> {
  return z.object({ streams: z.array(streamRow) }).parse(await read(api, '/')).streams
}

/** @returns the secret of a webhook, which is shown this once. */
export async function addStream(api: VaultApi, stream: NewEventStream): Promise<string | null> {
  const made = await api.post(`${PATH}/`, stream)
  return z.object({ secret: z.string().optional() }).parse(made).secret ?? null
}

export async function changeStream(api: VaultApi, id: string, fields: StreamFields): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await api.fetch(`${PATH}/${id}`, { method: 'PUT', headers, body: JSON.stringify(fields) })
}

export async function removeStream(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}`, { method: 'DELETE' })
}

export async function pauseStream(api: VaultApi, id: string, isPaused: boolean): Promise<void> {
  await api.post(`${PATH}/${id}/paused`, { paused: isPaused })
}

export async function moveStream(api: VaultApi, id: string, from: StreamPlace): Promise<void> {
  await api.post(`${PATH}/${id}/place`, { from })
}

/** @returns the secret that signs from now on. */
export async function rotateStreamSecret(api: VaultApi, id: string): Promise<string> {
  return z.object({ secret: z.string() }).parse(await api.post(`${PATH}/${id}/secret`, {})).secret
}

/** Sends one event that is in no log. */
export async function testStream(api: VaultApi, id: string): Promise<StreamTest> {
  const { shown, status, failure } = testAnswer.parse(await api.post(`${PATH}/${id}/test`, {}))
  return { shown, status, failure: failure && { problem: failure.problem, number: failure.number } }
}

/** The last 200, newest first. */
export async function listTries(api: VaultApi, id: string): Promise<StreamTry[]> {
  return z.object({ tries: z.array(tryRow) }).parse(await read(api, `/${id}/tries`)).tries
}

/** Events that were put aside, the oldest first. */
export async function listAside(api: VaultApi, id: string): Promise<AsideEvent[]> {
  return z.object({ events: z.array(asideRow) }).parse(await read(api, `/${id}/aside`)).events
}

/** Sends one event that was put aside. @returns why it was refused again; null when it was taken. */
export async function repeatAside(api: VaultApi, id: string, event: string): Promise<StreamFailure | null> {
  const answer = await api.post(`${PATH}/${id}/aside/${event}`, {})
  const { failure } = z.object({ failure: failureAnswer }).parse(answer)
  return failure && { problem: failure.problem, number: failure.number }
}

/** An event that was put aside is not sent any more. */
export async function leaveOutAside(api: VaultApi, id: string, event: string): Promise<void> {
  await api.fetch(`${PATH}/${id}/aside/${event}`, { method: 'DELETE' })
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(PATH + path, { method: 'GET' })).json()
}
