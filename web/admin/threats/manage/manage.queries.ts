import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Incident, VaultClient } from '#web/lib/remote/vault-client.ts'

/** Detectors open incidents and start enforcements at any time. */
const LOOK_EVERY_MS = 30_000
/** Of one answer of the server, which says with a full one that there may be more. */
const PAGE_ROWS = 50

type Threats = VaultClient['threats']
type Place = { createdAt: string; id: string }

const LIVE = { staleTime: 0, refetchInterval: LOOK_EVERY_MS, refetchOnWindowFocus: 'always' } as const
const lastOf = <Row>(page: readonly Row[]): Row | undefined => (page.length < PAGE_ROWS ? undefined : page.at(-1))

export function incidentsQuery(threats: Threats, isResolved: boolean) {
  return infiniteQueryOptions({
    queryKey: ['threats', 'incidents', isResolved],
    queryFn: ({ pageParam }) => threats.incidents(isResolved, pageParam),
    initialPageParam: undefined as Incident | undefined,
    getNextPageParam: lastOf,
    ...LIVE,
  })
}

export function incidentQuery(threats: Threats, id: string) {
  return queryOptions({ queryKey: ['threats', 'incident', id], queryFn: () => threats.incident(id), ...LIVE })
}

export function incidentDetectionsQuery(threats: Threats, incident: string) {
  return infiniteQueryOptions({
    queryKey: ['threats', 'incident', incident, 'detections'],
    queryFn: ({ pageParam }) => threats.incidentDetections(incident, pageParam),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: lastOf,
    ...LIVE,
  })
}

export function notesQuery(threats: Threats, incident: string) {
  return infiniteQueryOptions({
    queryKey: ['threats', 'incident', incident, 'notes'],
    queryFn: ({ pageParam }) => threats.notes(incident, pageParam),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: lastOf,
    ...LIVE,
  })
}

export function enforcedQuery(threats: Threats) {
  return infiniteQueryOptions({
    queryKey: ['threats', 'enforced'],
    queryFn: ({ pageParam }) => threats.enforced(pageParam),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: lastOf,
    ...LIVE,
  })
}

export const COUNTED_DAYS = 30

export function byDayQuery(threats: Threats) {
  return queryOptions({ queryKey: ['threats', 'days'], queryFn: () => threats.byDay(COUNTED_DAYS), ...LIVE })
}

export function detectorsQuery(threats: Threats) {
  return queryOptions({ queryKey: ['threats', 'detectors'], queryFn: () => threats.detectors() })
}

export function figuresQuery(threats: Threats) {
  return queryOptions({ queryKey: ['threats', 'figures'], queryFn: () => threats.figures(), ...LIVE })
}

/** People by their ids, however many the organisation has. */
export function peopleQuery(audit: VaultClient['audit'], ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids)].filter((id) => id !== null).toSorted()
  return queryOptions({
    queryKey: ['audit', 'names', wanted],
    queryFn: () => audit.people(wanted),
    staleTime: 5 * 60_000,
  })
}
