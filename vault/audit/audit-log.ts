import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'

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
  if (page.filter.types?.length === 0) return []
  const direction = page.newer ? 'asc' : 'desc'
  const query = [
    `select=${COLUMNS}`,
    ...filterQuery(page.filter),
    ...(page.older ? beside(page.older, 'lt') : []),
    ...(page.newer ? beside(page.newer, 'gt') : []),
    `order=created_at.${direction},id.${direction}`,
    `limit=${page.limit}`,
  ]
  const rows = z.array(eventRow).parse(await api.rest(`system_audit_log?${query.join('&')}`))
  return page.newer ? rows.toReversed() : rows
}

function filterQuery({ types, category, risk, userId, objectId, since, until }: AuditFilter): string[] {
  return [
    ...(types ? [`event_type=in.(${types.map((type) => encodeURIComponent(`"${type}"`)).join(',')})`] : []),
    ...(category ? [`event_category=eq.${encodeURIComponent(category)}`] : []),
    ...(risk ? [`risk_level=eq.${encodeURIComponent(risk)}`] : []),
    ...(userId ? [`user_id=eq.${encodeURIComponent(userId)}`] : []),
    ...(objectId ? [`details->>id=eq.${encodeURIComponent(objectId)}`] : []),
    ...(since ? [`created_at=gte.${encodeURIComponent(since)}`] : []),
    ...(until ? [`created_at=lt.${encodeURIComponent(until)}`] : []),
  ]
}

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
  for (let older: AuditPlace | undefined; ;) {
    const rows = await listAuditEvents(api, { filter, limit: EXPORT_ROWS, older })
    const last = rows.at(-1)
    // Not until a short page: the server may hold its pages shorter than was asked.
    if (!last) return
    yield rows
    older = placeOf(last)
  }
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
