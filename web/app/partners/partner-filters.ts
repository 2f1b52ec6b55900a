import { PARTNER_LIMITS, PARTNER_STATES } from '#contract/partners/partners.ts'
import type { PartnerRules } from '#web/lib/remote/vault-client.ts'

/** The filters as people see them; empty strings filter nothing. */
export type PartnerFilters = { search: string; state: string; tier: string }

const NAMES = ['search', 'state', 'tier'] as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads filters from the address; what cannot be one is left out. */
export function readFilters(parameters: URLSearchParams): PartnerFilters {
  const get = (name: string): string => parameters.get(name) ?? ''
  return {
    search: get('search').slice(0, PARTNER_LIMITS.searchCharacters),
    state: PARTNER_STATES.find((one) => one === get('state')) ?? '',
    tier: ID.test(get('tier')) ? get('tier') : '',
  }
}

export function writeFilter(parameters: URLSearchParams, name: keyof PartnerFilters, value: string): URLSearchParams {
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
export function rulesOf({ search, state, tier }: PartnerFilters): PartnerRules {
  const known = PARTNER_STATES.find((one) => one === state)
  return { ...(search.trim() && { search: search.trim() }), ...(known && { state: known }), ...(tier && { tier }) }
}
