import { DEAL_LIMITS, NO_OWNER } from '#contract/sales/deals.ts'
import type { DealRules } from '#web/lib/remote/vault-client.ts'

/** The filters as people see them; empty strings filter nothing. */
export type SalesFilters = { search: string; owner: string; stage: string }

const NAMES = ['search', 'owner', 'stage'] as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads filters from the address; what cannot be one is left out. */
export function readFilters(parameters: URLSearchParams): SalesFilters {
  const get = (name: string): string => parameters.get(name) ?? ''
  const id = (name: string): string => (ID.test(get(name)) ? get(name) : '')
  return {
    search: get('search').slice(0, DEAL_LIMITS.searchCharacters),
    owner: get('owner') === NO_OWNER ? NO_OWNER : id('owner'),
    stage: id('stage'),
  }
}

export function writeFilter(parameters: URLSearchParams, name: keyof SalesFilters, value: string): URLSearchParams {
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

/** The filter that goes to the server. */
export function rulesOf({ search, owner, stage }: SalesFilters): DealRules {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(owner && { owner }),
    ...(stage && { stage }),
  }
}
