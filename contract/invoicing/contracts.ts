import { TENANT_PLAN_IDS } from '../organisation/tenant-plan-ids.ts'

/** How often an organisation pays. */
export const TERMS = ['monthly', 'quarterly', 'annual'] as const
export type Term = (typeof TERMS)[number]

/** What may be agreed beside the plan. They are facts of the contract: the program does nothing else because of them. */
export const ADD_ONS = ['analytics', 'compliance', 'operations'] as const
export type AddOn = (typeof ADD_ONS)[number]

export const REQUEST_KINDS = ['plan', 'term', 'add_ons'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_STATES = ['open', 'accepted', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

export const REQUEST_LIMITS = { noteCharacters: 1000, reasonCharacters: 500 } as const

export const BUYER_LIMITS = {
  nameCharacters: 200,
  addressCharacters: 500,
  taxNumberCharacters: 30,
  referenceCharacters: 100,
  emailCharacters: 254,
} as const

/** Whether `values` are what can be wanted of a kind: one plan, one term, or any add-ons, each once. */
export function isWanted(kind: RequestKind, values: readonly string[]): boolean {
  const known: readonly string[] = { plan: TENANT_PLAN_IDS, term: TERMS, add_ons: ADD_ONS }[kind]
  if (kind !== 'add_ons' && values.length !== 1) return false
  return values.every((value) => known.includes(value)) && new Set(values).size === values.length
}
