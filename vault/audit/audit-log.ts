import { z } from 'zod'
import { withProvedAction } from '#ledger/events/event-row.ts'
import type { VaultApi } from '../session/api.ts'
import { unseenRows } from '../session/unseen-rows.ts'

const eventRow = z.object({
  id: z.uuid(),
  created_at: z.string(),
  event_type: z.string(),
  event_category: z.string(),
  user_id: z.uuid().nullable(),
  action: z.string(),
  status: z.string(),
  risk_level: z.string(),
  details: z.record(z.string(), z.unknown()),
})
/** A row of `system_audit_log` as it is stored; `created_at` keeps its microseconds, which tell neighbours apart. */
export type AuditEvent = z.infer<typeof eventRow>
export const eventRows = z.array(eventRow.transform(withProvedAction))

/** What a word of a search may mean; an event has one of these. */
export type AuditWord = {
  types: readonly string[]
  statuses: readonly string[]
  userIds: readonly string[]
}

export type AuditFilter = {
  category?: string | undefined
  risk?: string | undefined
  userId?: string | undefined
  /** What was changed: a file, for one. */
  objectId?: string | undefined
  /** Kinds of events, such as `login.failed`; an empty list matches nothing. */
  types?: readonly string[] | undefined
  /** ISO 8601; events from here on, and before there. */
  since?: string | undefined
  until?: string | undefined
  /** Each of them must fit. */
  words?: readonly AuditWord[] | undefined
  /** An id of whatever the event is about: an object, a file, a person, the event itself. */
  about?: string | undefined
  /** What went with a deleted account is left out, because the event of the deletion stands for it; or only that is wanted. */
  consequences?: 'hidden' | { of: string } | undefined
}

/** A place in the log: rows are asked for on one side of it, so that new ones do not move a page. */
export type AuditPlace = { createdAt: string; id: string }
export type AuditPage = {
  filter: AuditFilter
  limit: number
  older?: AuditPlace | undefined
  newer?: AuditPlace | undefined
}

const COLUMNS = 'id,created_at,event_type,event_category,user_id,action,status,risk_level,details'

/** Events that match, newest first: those behind `older`, or the ones just before `newer`. */
export async function listAuditEvents(api: VaultApi, page: AuditPage): Promise<AuditEvent[]> {
  const { types, words = [], about } = page.filter
  if (types?.length === 0 || words.some((word) => alternativesOf(word).length === 0)) return []
  const log = about ? `rpc/audit_log_about?object=${encodeURIComponent(about)}&` : 'system_audit_log?'
  const direction = page.newer ? 'asc' : 'desc'
  const query = [
    `select=${COLUMNS}`,
    ...filterQuery(page.filter),
    ...(page.older ? beside(page.older, 'lt') : []),
    ...(page.newer ? beside(page.newer, 'gt') : []),
    `order=created_at.${direction},id.${direction}`,
    `limit=${page.limit}`,
  ]
  const rows = eventRows.parse(await api.rest(log + query.join('&')))
  return page.newer ? rows.toReversed() : rows
}

function filterQuery(filter: AuditFilter): string[] {
  const { types, category, risk, userId, objectId, since, until, words = [], consequences } = filter
  return [
    ...(types ? [`event_type=in.${inList(types)}`] : []),
    ...words.map((word) => `or=(${alternativesOf(word).join(',')})`),
    ...(category ? [`event_category=eq.${encodeURIComponent(category)}`] : []),
    ...(risk ? [`risk_level=eq.${encodeURIComponent(risk)}`] : []),
    ...(userId ? [`user_id=eq.${encodeURIComponent(userId)}`] : []),
    ...(objectId ? [`or=(details->>id.eq.${objectId},details->>file_id.eq.${objectId})`] : []),
    ...(consequences === 'hidden' ? ['details->>cause=is.null'] : []),
    ...(typeof consequences === 'object' ? [`details->>cause=eq.${consequences.of}`] : []),
    ...(since ? [`created_at=gte.${encodeURIComponent(since)}`] : []),
    ...(until ? [`created_at=lt.${encodeURIComponent(until)}`] : []),
  ]
}

function alternativesOf({ types, statuses, userIds }: AuditWord): string[] {
  const columns = [
    ['event_type', types],
    ['status', statuses],
    ['user_id', userIds],
  ] as const
  return columns.flatMap(([column, values]) => (values.length > 0 ? [`${column}.in.${inList(values)}`] : []))
}

const inList = (values: readonly string[]): string =>
  `(${values.map((value) => encodeURIComponent(`"${value}"`)).join(',')})`

/** The first condition lets the index begin at the place; alone it would repeat or lose rows of the same microsecond. */
function beside({ createdAt, id }: AuditPlace, side: 'lt' | 'gt'): string[] {
  const time = encodeURIComponent(`"${createdAt}"`)
  return [
    `created_at=${side}e.${encodeURIComponent(createdAt)}`,
    `or=(created_at.${side}.${time},and(created_at.eq.${time},id.${side}.${id}))`,
  ]
}

/** The place of an event. */
export function placeOf({ created_at, id }: AuditEvent): AuditPlace {
  return { createdAt: created_at, id }
}

const EXPORT_ROWS = 1000

/** Every event that matches, newest first, a thousand at a time. */
export async function* exportAuditEvents(api: VaultApi, filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
  const unseen = unseenRows(({ id }: AuditEvent) => id)
  for (let older: AuditPlace | undefined; ;) {
    const rows = unseen(await listAuditEvents(api, { filter, limit: EXPORT_ROWS, older }))
    const last = rows.at(-1)
    // Not until a short page: the server may hold its pages shorter than was asked.
    if (!last) return
    yield rows
    older = placeOf(last)
  }
}

/**
 * Asks whether events may be saved as a file, before any is read for that.
 * @throws {VaultError} `against_rules`, `not_allowed`
 */
export async function requireAuditExport(api: VaultApi): Promise<void> {
  await api.rest('rpc/require_audit_export', { method: 'POST', body: {} })
}

/**
 * Says that events are about to be saved as a file, which is an event itself. A rule of the organisation may leave that to its owners.
 * @throws {VaultError} `against_rules`, `not_allowed`
 */
export async function recordAuditExport(api: VaultApi, saved: { events: number; form: string }): Promise<void> {
  await api.rest('rpc/record_audit_export', { method: 'POST', body: saved })
}

const typeRows = z.array(z.object({ event_type: z.string() }))

/**
 * Every kind of event in the log. A search picks from these: `ilike` would read a log of a million events to its end when few
 * match, and kinds are few.
 */
export async function listAuditEventTypes(api: VaultApi): Promise<string[]> {
  const rows = typeRows.parse(await api.rest('rpc/audit_event_types', { method: 'POST', body: {} }))
  return rows.map(({ event_type }) => event_type)
}

const FOUND_PEOPLE = 100

/** People whose name or address holds a word; a hundred at most. */
export async function findAuditPeople(api: VaultApi, word: string): Promise<string[]> {
  // What has a meaning in a pattern, or in the grammar of the address, is in no name.
  const text = word.replaceAll(/[\\"*%_,()]/g, '')
  if (text === '') return []
  const pattern = encodeURIComponent(`"*${text}*"`)
  const query = `or=(name.ilike.${pattern},email.ilike.${pattern})&limit=${FOUND_PEOPLE}`
  const rows = z.array(personRow).parse(await api.rest(`rpc/audit_people?${query}`))
  return rows.map(({ user_id }) => user_id)
}

const personRow = z.object({ user_id: z.uuid(), name: z.string().nullable(), email: z.string().nullable() })
/** Somebody in the organisation, for people who may read its log. */
export type AuditPerson = { userId: string; name: string | null; email: string | null }

/** People of the organisation by name; a thousand at most, or exactly those in `userIds`. */
export async function listAuditPeople(api: VaultApi, userIds?: readonly string[]): Promise<AuditPerson[]> {
  if (userIds?.length === 0) return []
  const filter = userIds ? `?user_id=in.(${userIds.join(',')})` : ''
  const rows = z.array(personRow).parse(await api.rest(`rpc/audit_people${filter}`))
  return rows.map(({ user_id, name, email }) => ({ userId: user_id, name, email }))
}
