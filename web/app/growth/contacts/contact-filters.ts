import { CONSENTS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import type { ContactRules } from '#web/lib/remote/vault-client.ts'

/** The filters as people see them; empty strings filter nothing. Days as `2026-11-21`, where the person is. */
export type ContactFilters = { search: string; source: string; consent: string; tag: string; from: string; to: string }

const NAMES = ['search', 'source', 'consent', 'tag', 'from', 'to'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Reads filters from the address; what cannot be one is left out. */
export function readFilters(parameters: URLSearchParams): ContactFilters {
  const get = (name: string): string => parameters.get(name) ?? ''
  const oneOf = (name: string, known: readonly string[]): string => (known.includes(get(name)) ? get(name) : '')
  const day = (name: string): string => (DAY.test(get(name)) ? get(name) : '')
  return {
    search: get('search').slice(0, 200),
    source: oneOf('source', CONTACT_SOURCES),
    consent: oneOf('consent', CONSENTS),
    tag: get('tag').slice(0, 50),
    from: day('from'),
    to: day('to'),
  }
}

export function writeFilter(parameters: URLSearchParams, name: keyof ContactFilters, value: string): URLSearchParams {
  const next = new URLSearchParams(parameters)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

export function clearFilters(parameters: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const name of NAMES) next.delete(name)
  return next
}

/** The filter that goes to the server. `to` includes its whole day. */
export function rulesOf({ search, source, consent, tag, from, to }: ContactFilters): ContactRules {
  const known = {
    source: CONTACT_SOURCES.find((one) => one === source),
    consent: CONSENTS.find((one) => one === consent),
    search: search.trim() || undefined,
    tag: tag || undefined,
    from: from ? startOfDay(from, 0) : undefined,
    to: to ? startOfDay(to, 1) : undefined,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}

function startOfDay(day: string, daysLater: number): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}
