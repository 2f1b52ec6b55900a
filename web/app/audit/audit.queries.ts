import { queryOptions, skipToken } from '@tanstack/react-query'
import type { VaultClient, AuditEvent, AuditFilter } from '#web/lib/remote/vault-client.ts'
import type { LogPage } from './audit-filters.ts'

/** As many new events are counted; beyond that the pill says "100+". */
export const COUNTED_NEW = 100
/** No transaction runs longer. */
const DELETION_MS = 10 * 60_000
export const COUNTED_CONSEQUENCES = 1000
const LOOK_EVERY_MS = 30_000
/**
 * One index lookup for each log that is looked at. To announce each event instead, every write of everybody would cost a row and a reading
 * for each administrator, with the log open or not (docs/decisions/0056).
 */
const NEWS_EVERY_MS = 5_000
/** Read at once when a live list of this window changes as well: most changes are in the log. */
export const NEW_EVENTS = 'new-events'

/** One page of the log. It does not change by itself: what is new waits behind the pill. */
export function auditPageQuery(audit: VaultClient['audit'], filter: AuditFilter | undefined, page: LogPage) {
  return queryOptions({
    queryKey: ['audit', 'page', filter, page],
    // One more than is shown tells whether there is a next page.
    queryFn: filter
      ? () => audit.list({ filter, limit: PAGE_ROWS + 1, older: page.older, newer: page.newer })
      : skipToken,
    select: (events) => logRows(events, page),
    staleTime: Infinity,
    // Somebody who comes back to the log wants it as it is then.
    gcTime: 0,
  })
}

/** How many events came after the first of `shown`, the first page; undefined while it is not there, or another page is. */
export function newEventsQuery(
  audit: VaultClient['audit'],
  filter: AuditFilter | undefined,
  shown: readonly AuditEvent[] | undefined,
) {
  const [newest] = shown ?? []
  const newer = newest && { createdAt: newest.created_at, id: newest.id }
  return queryOptions({
    queryKey: [NEW_EVENTS, filter, newer],
    queryFn:
      filter && shown
        ? async () => (await audit.list({ filter, limit: COUNTED_NEW, ...(newer ? { newer } : {}) })).length
        : skipToken,
    staleTime: 0,
    // More than are counted need no counting.
    refetchInterval: ({ state }) => ((state.data ?? 0) >= COUNTED_NEW ? false : newer ? NEWS_EVERY_MS : LOOK_EVERY_MS),
    refetchOnWindowFocus: true,
  })
}

/** What a search picks from. Each search asks again: the first event of a kind may have happened a moment ago. */
export function typesQuery(audit: VaultClient['audit'], words: readonly string[]) {
  return queryOptions({
    queryKey: ['audit', 'types', words],
    queryFn: () => audit.types(),
    enabled: words.length > 0,
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** Ids of people whom a word of a search may mean. */
export function foundPeopleQuery(audit: VaultClient['audit'], word: string) {
  return queryOptions({
    queryKey: ['audit', 'found', word.toLowerCase()],
    queryFn: () => audit.findPeople(word),
    staleTime: 5 * 60_000,
    retry: false,
  })
}

/** What went with a deleted account, in the transaction of its event. */
export function consequencesQuery(audit: VaultClient['audit'], { id, created_at: since, user_id: of }: AuditEvent) {
  const until = new Date(Date.parse(since) + DELETION_MS).toISOString()
  return queryOptions({
    queryKey: ['audit', 'consequences', id],
    queryFn: of
      ? () => audit.list({ filter: { consequences: { of }, since, until }, limit: COUNTED_CONSEQUENCES })
      : skipToken,
  })
}

/** People to choose from as the actor. */
export function peopleQuery(audit: VaultClient['audit']) {
  return queryOptions({ queryKey: ['audit', 'people'], queryFn: () => audit.people(), staleTime: 5 * 60_000 })
}

export const PAGE_ROWS = 20

export type LogRows = { rows: AuditEvent[]; hasNext: boolean }

/** What is shown of a page that was fetched with one event more than it has. `events` newest first. */
export function logRows(events: readonly AuditEvent[], { newer }: Pick<LogPage, 'newer'>): LogRows {
  // Back from an older page: that one is the next, and the event too many is the newest.
  if (newer) return { rows: events.slice(-PAGE_ROWS), hasNext: events.length >= PAGE_ROWS }
  return { rows: events.slice(0, PAGE_ROWS), hasNext: events.length > PAGE_ROWS }
}
