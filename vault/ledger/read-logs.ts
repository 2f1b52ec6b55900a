import { z } from 'zod'
import { formatVerifierKey, parseVerifierKey } from '#ledger/notes/verifier-key.ts'
import type { VaultApi } from '../session/api.ts'

const logShape = z.object({
  id: z.uuid(),
  kind: z.enum(['organisation', 'system', 'anchor']),
  origin: z.string().min(1).max(500),
  epoch: z.int().positive(),
  imported: z.int().nonnegative(),
  anchoredAt: z.int().nonnegative().nullable(),
  endedAt: z.string().nullable(),
  signed: z.string().nullable(),
  keys: z.array(z.string().max(4096).transform(knownKey)).min(1).max(4),
})
const logsShape = z.object({ logs: z.array(logShape) })
/** A log as the server describes it; nothing of it is proved. */
export type LogFacts = z.infer<typeof logShape>

const salt = z.base64url().max(64)
const placesShape = z.object({
  places: z.array(
    z.object({
      id: z.uuid(),
      log: z.uuid(),
      index: z.int().nonnegative(),
      entry: z.base64url().max(90_000),
      salts: z.strictObject({ who: salt.optional(), where: salt.optional(), what: salt.optional() }),
    }),
  ),
})
/** Where the server says that an event stands. */
export type PlaceFacts = z.infer<typeof placesShape>['places'][number]

/** A request names so many events. */
const MOST_EVENTS = 200

export async function listLogs(api: VaultApi): Promise<LogFacts[]> {
  return logsShape.parse(await (await api.fetch('/audit/v1/logs', {})).json()).logs
}

/** Those that have no place yet are left out. */
export async function readPlaces(api: VaultApi, events: readonly string[]): Promise<PlaceFacts[]> {
  const places: PlaceFacts[] = []
  for (let i = 0; i < events.length; i += MOST_EVENTS) {
    const body = { events: events.slice(i, i + MOST_EVENTS) }
    places.push(...placesShape.parse(await api.post('/audit/v1/events/places', body)).places)
  }
  return places
}

/** Keeps the one spelling of a key. */
function knownKey(text: string): string {
  return formatVerifierKey(parseVerifierKey(text))
}

/** The proof of an event, as a file of C2SP. */
export async function readProof(api: VaultApi, event: string): Promise<string> {
  return (await api.fetch(`/audit/v1/events/${event}/proof`, {})).text()
}
